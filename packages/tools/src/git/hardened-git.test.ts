import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { judgedSetting } from "../fixtures/judged-setting.ts";
import {
  type PlantedRepository,
  plantRepository,
  someone,
} from "../fixtures/planted-repository.ts";
import { hardenedGitInBash, hardenedGitWithout } from "./hardened-git.ts";

const looks = readFileSync(
  new URL("../../../shell-analysis/src/specifications/fixtures/git-looks.txt", import.meta.url),
  "utf8",
)
  .split("\n")
  // `git help` isn't hardened: where settings name a program for it, it isn't allowed.
  .filter((line) => line.startsWith("git ") && !line.startsWith("git help"));

/** What settings of the repository turn into something else than the words say. */
const turned = [
  "git show -m HEAD",
  "git log -m -p",
  "git log -p --diff-merges=on",
  "git log --cc",
  "git reflog -p",
  "git reflog show -p",
  "git stash list -p",
  "git stash show",
  "git show HEAD~1",
  "git diff HEAD~1",
  "git log -p -3 --format=evil",
  "git log --pretty=evil",
  "git describe --dirty --always",
  "git cat-file -p HEAD:src/b.ts",
  "git diff-files -p",
  "git diff-index -p HEAD",
  "git ls-files -m",
  "git blame a.txt",
  "git archive --format=tar HEAD",
  "git grep one HEAD",
];

describe("git, hardened", () => {
  let directory = "";
  let planted: PlantedRepository;
  let emptied: readonly string[] = [];

  beforeAll(() => {
    directory = realpathSync(mkdtempSync(join(tmpdir(), "hardened-git-")));
    const root = join(directory, "ws");
    mkdirSync(root);
    planted = plantRepository({ root, outside: directory });
    const config = ["config", "--file", join(root, ".git/config"), "--name-only", "--list", "-z"];
    const keys = new Set(execFileSync("git", config, { encoding: "utf8" }).split("\0"));
    keys.delete("");
    emptied = Array.from(keys).flatMap((key) => judgedSetting(key).emptied);
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const environment = (): NodeJS.ProcessEnv => ({
    PATH: process.env["PATH"],
    HOME: join(directory, "home"),
    LC_ALL: "C.UTF-8",
    ...someone,
  });

  const run = (command: string): ReturnType<typeof spawnSync> =>
    spawnSync("bash", ["--noprofile", "--norc", "-c", command], {
      cwd: planted.root,
      env: { ...environment(), ...hardenedGitWithout(emptied), ...hardenedGitInBash },
      stdio: "ignore",
      timeout: 20_000,
    });

  it("would run what the repository names, were it not hardened", () => {
    for (const words of [
      "status",
      "diff",
      "log -p --show-signature",
      "stash list -p",
      "show --diff-merges=remerge e",
      "log -p --diff-merges=on -m",
    ]) {
      planted.touch();
      const [program, ...rest] = `git ${words}`.split(" ");
      spawnSync(program ?? "", rest, {
        cwd: planted.root,
        env: environment(),
        stdio: "ignore",
        timeout: 10_000,
      });
    }
    const marks = planted.marks();
    expect(marks.length).toBeGreaterThan(5);
    expect(marks).toEqual(
      expect.arrayContaining([
        "outer-included",
        "outer-diff.evil.command",
        "outer-diff.evil.textconv",
        "outer-gpg.openpgp.program",
        "outer-filter.evil.clean",
        "outer-merge.evil.driver",
        "outer-filter.other.process",
        "submodule-included",
      ]),
    );
  });

  it("runs nothing that the repository, or one in it, names, whatever it looks at", () => {
    const ran: string[] = [];
    let succeeded = 0;
    for (const command of [...looks, ...turned]) {
      planted.touch();
      const { status } = run(command);
      if (status === 0) succeeded += 1;
      const marks = planted.marks();
      if (marks.length > 0) ran.push(`${command}: ${marks.join(" ")}`);
    }
    expect(succeeded).toBeGreaterThan(150);
    expect(ran).toEqual([]);
  }, 240_000);

  it("changes nothing in the repository", () => {
    const state = (): string =>
      execFileSync("find", [".git", "-type", "f", "-printf", "%p %T@ %s\n"], {
        cwd: planted.root,
        encoding: "utf8",
      });
    const before = state();
    for (const command of turned) {
      run(command);
    }
    expect(state()).toBe(before);
  }, 60_000);
});
