// Question: how long after a change of one file are its problems known, on this repository?
// Workload: a copy of this repository's packages; a parameter's type in core's errors.ts is changed back and forth, so
// that files which import it break and heal. Whole calls of a session with a warm server: `edit_file` with the
// new problems in its result, and `diagnostics` of the file and one that breaks.
// Baseline in the same run: `tsc --noEmit -p packages/core`, the same compiler as a command.
// Source of the goal: 1 s, warm.
import { execFileSync, spawnSync } from "node:child_process";
import {
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPolicy, createRegistry, createSession, type Outcome } from "@toolwright/core";
import { createProcessHost } from "@toolwright/sandbox";
import { builtinTool } from "@toolwright/tools";
import { createLanguageServers } from "@toolwright/tools/language-servers";
import { createEnvironment, openWorkspace } from "@toolwright/workspace";
import { describeMachine, goal, interleave, table } from "./support/measure.ts";

const repository = join(import.meta.dirname, "..");
const path = "packages/core/src/errors.ts";
const user = "packages/core/src/schema/compile.ts";
const good = "export function messageOf(thrown: unknown)";
const bad = "export function messageOf(thrown: number)";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolwright-code-")));
const tracked = execFileSync("git", ["ls-files", "-z", "packages", "*.json"], { cwd: repository });
const list = join(folder, "..", `${process.pid}.list`);
writeFileSync(list, tracked);
execFileSync("tar", ["--null", "-T", list, "-cf", `${list}.tar`], { cwd: repository });
execFileSync("tar", ["-xf", `${list}.tar`], { cwd: folder });
symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"));

const processes = createProcessHost();
const workspace = openWorkspace({ roots: [folder] });
const languageServers = createLanguageServers({
  processes,
  workspace,
  environment: createEnvironment(process.env),
  // The time is what is measured.
  afterEditMs: 60_000,
});
const registry = createRegistry();
await registry.register(
  await Promise.all(
    (["read_file", "edit_file", "diagnostics"] as const).map((name) => builtinTool(name)),
  ),
);
const session = await createSession({
  registry,
  workspace,
  processes,
  languageServers,
  policy: createPolicy({
    mode: "accept-edits",
    roots: workspace.roots,
    layers: [{ name: "user", source: "bench", rules: [{ allow: "run(*)" }] }],
  }),
});

async function call(name: string, input: Readonly<Record<string, unknown>>): Promise<Outcome> {
  const outcome = await session.call({ name, input });
  if (outcome.status !== "ok") throw new Error(outcome.error?.message);
  return outcome;
}

const textOf = ({ content }: Outcome): string =>
  content.map((part) => (part.type === "text" ? part.text : "")).join("\n");

const edit = (from: string, to: string): Promise<Outcome> =>
  call("edit_file", { path, old_string: from, new_string: to });

function tsc(): string {
  const program = join(folder, "node_modules/.bin/tsc");
  const words = ["--noEmit", "--pretty", "false", "-p", "packages/core"];
  return spawnSync(program, words, { cwd: folder, encoding: "utf8" }).stdout;
}

/** The text on the disk when the file was last changed, without the session. */
function put(from: string, to: string): void {
  const place = join(folder, path);
  writeFileSync(place, readFileSync(place, "utf8").replace(from, to));
}

try {
  console.log(`diagnostics. ${describeMachine()}\n`);
  const startedAt = performance.now();
  await call("diagnostics", { paths: [path] });
  const coldMs = performance.now() - startedAt;
  await call("read_file", { path });

  // All must see that the importing file breaks.
  const told = textOf(await edit(good, bad));
  const asked = textOf(await call("diagnostics", { paths: [path, user] }));
  for (const [who, text] of [
    ["edit_file", told],
    ["diagnostics", asked],
    ["tsc", tsc()],
  ] as const) {
    if (!text.includes(user)) throw new Error(`${who} doesn't tell that ${user} broke:\n${text}`);
  }
  await edit(bad, good);

  const backAndForth = (check: () => unknown) => async (times: number) => {
    for (let time = 0; time < times; time += 2) {
      put(good, bad);
      await check();
      put(bad, good);
      await check();
    }
  };
  const figures = await interleave(
    [
      { name: "tsc --noEmit -p packages/core", run: backAndForth(tsc) },
      {
        name: "diagnostics of 2 files",
        run: backAndForth(() => call("diagnostics", { paths: [path, user] })),
      },
      {
        name: "edit_file with new problems",
        async run(times) {
          for (let time = 0; time < times; time += 2) {
            await call("read_file", { path });
            await edit(good, bad);
            await edit(bad, good);
          }
        },
      },
    ],
    { rounds: 5, times: 2 },
  );
  const rows = Array.from(figures, ([name, { median, low, high }]) => [
    name,
    ...[median, low, high].map((figure) => `${(figure / 1_000).toFixed(0)} ms`),
  ]);
  console.log(table([["a change of one file", "median", "low", "high"], ...rows]));
  console.log(`The first one, with the start of the server, took ${coldMs.toFixed(0)} ms.\n`);
  for (const name of ["diagnostics of 2 files", "edit_file with new problems"]) {
    goal(name, (figures.get(name)?.median ?? 0) / 1e6, 1, "s");
  }
} finally {
  await session.close();
  await languageServers.close();
  await processes.close();
  rmSync(folder, { recursive: true, force: true });
  for (const file of [list, `${list}.tar`]) rmSync(file, { force: true });
}
