// `npm run soak`: runs the repeating tests with all their repetitions. `npm test` runs a fifth of them.
// TOOLWRIGHT_SOAK=5 repeats five times as often.
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "./build.ts";
import { root, runTool } from "./repository.ts";

process.env["TOOLWRIGHT_SOAK"] ??= "1";

const problem = await build();
if (problem === "") {
  const { status } = await runTool("vitest", ["run", ...repeatingTests()]);
  process.exitCode = status;
} else {
  process.stderr.write(`${problem.trimEnd()}\nThe build failed, so nothing was tested.\n`);
  process.exitCode = 1;
}

/** Tests that use `repetitions`, directly or through a fixture. */
function repeatingTests(): readonly string[] {
  const sources = globSync("{packages/*/src/**,e2e/**}/*.ts", { cwd: root }).map((path) => ({
    path,
    text: readFileSync(join(root, path), "utf8"),
  }));
  const repeating = sources.filter(({ text }) =>
    text.includes('from "@toolwright/testing/internal"'),
  );
  const fixtures = repeating.map(({ path }) => `/fixtures/${basename(path)}"`);
  return sources
    .filter(
      (source) =>
        source.path.endsWith(".test.ts") &&
        (repeating.includes(source) || fixtures.some((name) => source.text.includes(name))),
    )
    .map(({ path }) => path);
}
