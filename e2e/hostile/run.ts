// `npm run hostile`: does an allowed command ever do more than its effects say?
//
// Makes command lines from the specifications of programs, from bash's grammar and from small languages. Runs
// the allowed ones under strace in a box. Fails when a process wrote, read a canary, executed or connected
// beyond the effects of the decision. Also lists the daily commands that need approval. Then some of the allowed
// ones run in the product's sandbox, where files are compared and the guards before programs must still stop them.
//
//     npm run hostile -- --seconds 600 --seed 7 --program tar
//     npm run hostile -- --lines 6000 --seconds 600     # the same lines on every machine
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { boxFolder, runInBox } from "./box.ts";
import { askingCommands } from "./daily-commands.ts";
import { unguardedCommands } from "./guards.ts";
import { type Found, searchForViolations } from "./search.ts";
import { confinementMissing } from "./subject.ts";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "60" },
    lines: { type: "string" },
    seed: { type: "string", default: "1" },
    program: { type: "string" },
    boxed: { type: "boolean", default: false },
  },
});

if (values.boxed) process.exitCode = await runBoxed();
else {
  const status = runInBox(import.meta.filename, ["--boxed", ...process.argv.slice(2)]);
  if (status === null) {
    say(
      "Skipped: bubblewrap doesn't work here, and hostile commands need it.",
      "To install it: apt-get install -y --no-install-recommends bubblewrap strace",
    );
  }
  process.exitCode = (status ?? 0) || (await runConfined());
}

async function runBoxed(): Promise<number> {
  mkdirSync(boxFolder, { recursive: true });
  const { found, made, allowed, ran, how } = await searchForViolations({
    folder: boxFolder,
    seconds: Number(values.seconds),
    lines: Number(values.lines ?? Number.POSITIVE_INFINITY),
    seed: Number(values.seed),
    ...(values.program !== undefined && { program: values.program }),
  });
  sayFound(found);
  const asking = await askingCommands(join(boxFolder, "daily"));
  say(
    "",
    `Daily commands that need approval: ${asking.length}`,
    ...asking.map((command) => `    ${command}`),
  );
  const counts = `${made} made, ${allowed} allowed, ${ran} ran`;
  say(
    "",
    `Seed ${values.seed}, by ${how}: ${counts}, ${found.length} kinds did more than their effects.`,
  );
  return found.length === 0 ? 0 : 1;
}

/** A short run in the product's sandbox instead of the box: one doesn't work in the other. The guards must hold here, too. */
async function runConfined(): Promise<number> {
  const missing = await confinementMissing();
  if (missing !== "") {
    say("", `Nothing ran in the product's sandbox: ${missing}`);
    return 0;
  }
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "hostile-")));
  try {
    return await searchConfined(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function searchConfined(folder: string): Promise<number> {
  const unguarded = await unguardedCommands(join(folder, "guards"), { isConfined: true });
  const { found, ran } = await searchForViolations({
    folder,
    seconds: Math.min(30, Number(values.seconds)),
    lines: Math.min(1_000, Number(values.lines ?? Number.POSITIVE_INFINITY)),
    seed: Number(values.seed),
    ...(values.program !== undefined && { program: values.program }),
    isConfined: true,
  });
  sayFound(found);
  say(
    "",
    `In the product's sandbox: ${ran} ran, ${found.length} kinds did more than their effects, ${unguarded.length} were not stopped by a guard.`,
    ...unguarded.map((command) => `    ${command}`),
  );
  return found.length + unguarded.length === 0 ? 0 : 1;
}

function sayFound(found: readonly Found[]): void {
  for (const { command, world, violations, times } of found) {
    const more = times > 1 ? `  (and ${times - 1} more of this kind)` : "";
    say("", `In the ${world} project: ${JSON.stringify(command)}${more}`);
    say(...violations.map(({ kind, target, call }) => `    ${kind} ${target}  (${call})`));
  }
}

function say(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join("\n")}\n`);
}
