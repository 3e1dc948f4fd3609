// `npm run hostile`: does an allowed command ever do more than its effects say?
//
// Makes command lines from the specifications of programs, from bash's grammar and from small languages. Runs
// the allowed ones under strace in a box. Fails when a process wrote, read a canary, executed or connected
// beyond the effects of the decision. Also lists the daily commands that need approval.
//
//     npm run hostile -- --seconds 600 --seed 7 --program tar
//     npm run hostile -- --lines 6000 --seconds 600     # the same lines on every machine
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { boxFolder, runInBox } from "./box.ts";
import { askingCommands } from "./daily-commands.ts";
import { searchForViolations } from "./search.ts";

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
  process.exitCode = status ?? 0;
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
  for (const { command, world, violations, times } of found) {
    const more = times > 1 ? `  (and ${times - 1} more of this kind)` : "";
    say("", `In the ${world} project: ${JSON.stringify(command)}${more}`);
    say(...violations.map(({ kind, target, call }) => `    ${kind} ${target}  (${call})`));
  }
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

function say(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join("\n")}\n`);
}
