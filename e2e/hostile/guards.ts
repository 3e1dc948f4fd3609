import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openSubject, type SubjectOptions } from "./subject.ts";
import { plantWorld } from "./world.ts";

/** Commands that are allowed only because a guard stops them at an odd name, or at a link. */
const stopped: readonly string[] = [
  "find odd -type f | xargs cat",
  "cat $(find odd -type f)",
  "grep -R x linked",
  "diff -r linked src",
];

/** Those that no guard stops. An option may let them run in the sandbox. */
export async function unguardedCommands(
  folder: string,
  options: SubjectOptions,
): Promise<readonly string[]> {
  const world = plantWorld(folder, "plain");
  for (const name of ["odd", "linked"]) mkdirSync(join(world.project, name));
  writeFileSync(join(world.project, "odd", "two words.txt"), "x\n");
  symlinkSync("../src", join(world.project, "linked", "src"));
  const subject = await openSubject(world, options);
  const unguarded: string[] = [];
  for (const command of stopped) {
    const output = (await subject.isAllowed(command)) ? await subject.output(command) : "";
    if (!output.includes(": stopped, because it would")) unguarded.push(command);
  }
  await subject.close();
  return unguarded;
}
