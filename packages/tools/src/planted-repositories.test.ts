import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { judgedSetting } from "./fixtures/judged-setting.ts";
import { type PlantedRepository, plantRepository } from "./fixtures/planted-repository.ts";
import { openToolSession, type ToolSession } from "./fixtures/tool-session.ts";

const looks = readFileSync(
  new URL("../../shell-analysis/src/specifications/fixtures/git-looks.txt", import.meta.url),
  "utf8",
)
  .split("\n")
  .filter((line) => line.startsWith("git "));

/** Also in the same repository's other directories, and what shows differences of its own accord. */
const alsoLooks = [
  "cd src && git status",
  "git -C src log -p -2",
  "git -C src diff",
  "git reflog -p",
  "git stash list -p",
  "git status --porcelain && git diff --stat | cat",
];

/** In repositories within, with settings of their own that nobody has heard of. */
const elsewhere = [
  "cd sub && git status",
  "git -C sub log -p",
  "cd lib/inner && git diff",
  "cd vendor/linked; git status",
  "cd look-alike && git status",
  "git -C look-alike log",
  "git -C src/../look-alike log",
  "cd wt && git diff",
  "cd src && cd ../sub && git log",
  "cd not-there && git status",
  "mkdir not-there && cd not-there && git status",
  "for d in sub src; do git -C $d status; done",
  "cp -r lib/inner src/x && git -C src status",
  "echo x > .git/commondir && git status",
];

/** Our own features that start git, beside the tools for commands. */
const features: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  "a.txt src/b.ts sub/s.txt lib/inner/f vendor/linked/f wt/a.txt look-alike/HEAD .git/config sub .gitmodules"
    .split(" ")
    .map((path) => ["file_info", { path }] as const),
  [
    ["list_directory", { path: "." }] as const,
    ["find_files", { pattern: "**/*.ts" }] as const,
    ["search_text", { pattern: "one" }] as const,
    ["system_info", {}] as const,
  ],
].flat();

async function open(isPlanted?: (key: string) => boolean): Promise<{
  readonly opened: ToolSession;
  readonly planted: PlantedRepository;
  readonly asked: () => number;
}> {
  let asked = 0;
  const opened = await openToolSession({
    answer: () => {
      asked += 1;
      return { outcome: "reject" };
    },
  });
  const outside = join(opened.outside, "outside");
  mkdirSync(outside);
  const planted = plantRepository({
    root: opened.root,
    outside,
    ...(isPlanted !== undefined && { isPlanted }),
  });
  return { opened, planted, asked: () => asked };
}

/** The settings that git is hardened against: with no other one nobody is asked. */
function isHandled(key: string): boolean {
  return judgedSetting(key).doubt === null;
}

describe.each([
  ["settings of every kind", undefined],
  ["settings that git is hardened against", isHandled],
] as const)("a repository that plants %s", (_what, isPlanted) => {
  let ran: string[] = [];
  let allowed: string[] = [];

  async function drive(calls: readonly (readonly [string, Readonly<Record<string, unknown>>])[]) {
    const { opened, planted, asked } = await open(isPlanted);
    ran = [];
    allowed = [];
    for (const [tool, input] of calls) {
      planted.touch();
      const askedBefore = asked();
      await opened.call(tool, input);
      const what = `${tool} ${Object.values(input).join(" ")}`;
      if (asked() === askedBefore) allowed.push(what);
      const marks = planted.marks();
      if (marks.length > 0) ran.push(`${what}: ${marks.join(" ")}`);
    }
  }

  it("has nothing of it run, in any command that is allowed without a sandbox", async () => {
    await drive(
      [...looks, ...alsoLooks, ...elsewhere].map((command) => ["run_command", { command }]),
    );
    expect(ran).toEqual([]);
    const isAllowed = (command: string): boolean => allowed.includes(`run_command ${command}`);
    expect(elsewhere.filter(isAllowed)).toEqual([]);
    if (isPlanted === undefined) expect(allowed.length).toBeLessThan(30);
    else {
      // It reads every object, and one is missing here: what it would show before it fails is unknown.
      const failing = "git log -Sfoo -p";
      const asking = [...looks, ...alsoLooks].filter((command) => !isAllowed(command));
      expect(asking).toEqual([failing]);
    }
  }, 240_000);

  it("has nothing of it run by the tools that ask git themselves, or look at files", async () => {
    await drive(features);
    expect(ran).toEqual([]);
    expect(allowed.length).toBeGreaterThan(10);
  }, 60_000);
});
