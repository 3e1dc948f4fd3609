import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ApprovalAnswer, ApprovalQuestion, Outcome, Tool } from "@toolwright/core";
import { defaultSandbox } from "@toolwright/sandbox";
import { openOverlay } from "@toolwright/sandbox/internal";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openToolwright } from "../open-toolwright.ts";
import type { ToolwrightOptions } from "../options.ts";

const sandbox = await defaultSandbox(process.env).available();
const overlay = await whyNoOverlay();

const gitEnvironment = {
  PATH: process.env["PATH"],
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
};
const hostile = `
mkdir -p .git/hooks .vscode .toolwright; echo evil > .git/hooks/pre-commit; echo evil > .vscode/tasks.json
echo evil > .toolwright/settings.json; cat .env; echo evil > .env; mv .env env; echo x > done
`;

type Answer =
  | ApprovalAnswer["outcome"]
  | ((question: ApprovalQuestion) => ApprovalAnswer["outcome"]);

interface World {
  readonly root: string;
  readonly state: string;
  readonly questions: ApprovalQuestion[];
  /** The answer to the question whether to commit. */
  answer: Answer;
  call(name: string, input: object): Promise<Outcome>;
  run(command: string): Promise<Outcome>;
  undo(): Promise<unknown>;
  endStage(): Promise<Outcome | undefined>;
  close(): Promise<void>;
}

async function world(
  files: Readonly<Record<string, string>>,
  { overlay: isOverlay, ...options }: { readonly overlay: boolean } & ToolwrightOptions,
): Promise<World> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolwright-stage-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [root, home, state] = ["work", "home", "state"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const directory of [root, home, state]) mkdirSync(directory);
  for (const [path, text] of Object.entries(files)) put(join(root, path), text);
  const questions: ApprovalQuestion[] = [];
  const toolwright = await openToolwright({
    workspace: root,
    environment: { HOME: home, XDG_STATE_HOME: state, PATH: process.env["PATH"] },
    administratorFile: join(folder, "etc", "settings.json"),
    settings: { stage: { overlay: isOverlay } },
    projectSettings: false,
    mode: "accept-edits",
    stage: true,
    onNotice: () => {},
    approver: (question) => {
      questions.push(question);
      const { answer } = made;
      const outcome = question.stage === "commit" ? answer : "once";
      return {
        outcome: typeof outcome === "function" ? outcome(question) : outcome,
      } as ApprovalAnswer;
    },
    ...options,
  });
  onTestFinished(() => toolwright.close());
  const call = async (name: string, input: object): Promise<Outcome> =>
    toolwright.session.call({ name, input }).outcome;
  const made: World = {
    root,
    state: join(state, "toolwright"),
    questions,
    answer: "commit",
    call,
    run: (command) => call("run_command", { command }),
    undo: () => toolwright.undo(),
    endStage: () => toolwright.session.endStage(),
    close: () => toolwright.close(),
  };
  return made;
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Every path with its mode and content. */
function tree(root: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const path of readdirSync(root, { recursive: true, encoding: "utf8" }).toSorted()) {
    const stats = lstatSync(join(root, path));
    const content = stats.isFile()
      ? readFileSync(join(root, path), "utf8")
      : stats.isSymbolicLink()
        ? `-> ${readlinkSync(join(root, path))}`
        : "";
    found[path] = `${(stats.mode & 0o7777).toString(8)} ${content}`;
  }
  return found;
}

function leftIn({ state }: World): readonly string[] {
  const stages = join(state, "stages");
  return existsSync(stages) ? readdirSync(stages) : [];
}

const changesOf = ({ staged }: Outcome): readonly string[] =>
  (staged?.changes ?? []).map(({ change, path }) => `${change} ${path}`).toSorted();

const ways = [
  ["an overlay", true, overlay],
  ["a copy", false, null],
] as const;

for (const [name, isOverlay, missing] of ways) {
  describe.skipIf(missing !== null)(
    `a stage by ${name}${missing === null ? "" : ` (${missing})`}`,
    () => {
      const open = (files: Readonly<Record<string, string>>, more: ToolwrightOptions = {}) =>
        world(files, { overlay: isOverlay, ...more });

      it("holds the changes of our own tools until they are committed", async () => {
        const here = await open({ "a.txt": "one\ntwo\n", "sub/b.txt": "b\n" });
        const before = tree(here.root);
        here.answer = () => {
          expect(tree(here.root)).toEqual(before);
          return "commit";
        };
        await here.call("read_file", { path: "a.txt" });
        const edit = { path: "a.txt", edits: [{ old_string: "two", new_string: "2" }] };
        const outcome = await here.call("edit_file", edit);
        expect(outcome).toMatchObject({
          status: "ok",
          staged: {
            end: "committed",
            changes: [{ path: "a.txt", change: "modify" }],
            undeclared: [],
          },
        });
        expect(outcome.staged?.changes[0]?.diff).toContain("-two\n+2\n");
        expect(readFileSync(join(here.root, "a.txt"), "utf8")).toBe("one\n2\n");
        here.answer = "commit";
        // What it wrote is known: the next edit needs no new read.
        const again = { path: "a.txt", edits: [{ old_string: "one", new_string: "1" }] };
        expect((await here.call("edit_file", again)).status).toBe("ok");
        expect(leftIn(here)).toEqual([]);
      });

      it("leaves nothing behind when it is dropped", async () => {
        const here = await open({ "a.txt": "a\n" });
        const before = tree(here.root);
        here.answer = "drop";
        const outcome = await here.call("write_file", { path: "new/deep/x.txt", content: "x" });
        expect(outcome).toMatchObject({ status: "refused", staged: { end: "dropped" } });
        expect(changesOf(outcome)).toEqual(["create new/deep/x.txt"]);
        expect([tree(here.root), leftIn(here)]).toEqual([before, []]);
      });

      it("can be undone in one step", async () => {
        const here = await open({ "a.txt": "a\n", "gone/b.txt": "b\n" });
        const before = tree(here.root);
        const outcome = await here.call("delete_path", { path: "gone", recursive: true });
        expect(outcome).toMatchObject({ status: "ok", staged: { end: "committed" } });
        expect(tree(here.root)).not.toEqual(before);
        expect(await here.undo()).toMatchObject({ outcome: "done" });
        expect(tree(here.root)).toEqual(before);
      });

      it("merges with a change made meanwhile that touches other lines", async () => {
        const text = Array.from({ length: 20 }, (_, at) => `line ${at}\n`).join("");
        const here = await open({ "a.txt": text });
        here.answer = () => {
          writeFileSync(join(here.root, "a.txt"), text.replace("line 19", "theirs"));
          return "commit";
        };
        await here.call("read_file", { path: "a.txt" });
        const edit = { path: "a.txt", edits: [{ old_string: "line 2\n", new_string: "ours\n" }] };
        expect(await here.call("edit_file", edit)).toMatchObject({ status: "ok" });
        expect(readFileSync(join(here.root, "a.txt"), "utf8")).toBe(
          text.replace("line 2\n", "ours\n").replace("line 19", "theirs"),
        );
      });

      it.each([
        ["changed on the same line", (root: string) => put(join(root, "a.txt"), "theirs\n")],
        ["deleted", (root: string) => rmSync(join(root, "a.txt"))],
        [
          "replaced by a folder",
          (root: string) => {
            rmSync(join(root, "a.txt"));
            put(join(root, "a.txt/inside"), "x");
          },
        ],
      ])("refuses a file that was %s meanwhile, and changes nothing", async (_how, meanwhile) => {
        const here = await open({ "a.txt": "a\n" });
        let before = {};
        here.answer = () => {
          meanwhile(here.root);
          before = tree(here.root);
          return "commit";
        };
        await here.call("read_file", { path: "a.txt" });
        const edit = { path: "a.txt", edits: [{ old_string: "a", new_string: "ours" }] };
        const outcome = await here.call("edit_file", edit);
        expect(outcome).toMatchObject({
          status: "error",
          error: { code: "file-changed" },
          staged: { end: "dropped" },
        });
        expect(outcome.error?.message).toContain("a.txt");
        expect([tree(here.root), leftIn(here)]).toEqual([before, []]);
      });

      it("refuses to remove a folder that got a new file meanwhile", async () => {
        const here = await open({ "sub/a.txt": "a\n" });
        here.answer = () => {
          put(join(here.root, "sub/new.txt"), "theirs");
          return "commit";
        };
        const outcome = await here.call("delete_path", { path: "sub", recursive: true });
        expect(outcome).toMatchObject({ status: "error", error: { code: "file-changed" } });
        expect(Object.keys(tree(here.root))).toEqual(["sub", "sub/a.txt", "sub/new.txt"]);
      });

      describe.skipIf(!sandbox.ok)(
        `with commands${sandbox.ok ? "" : ` (${sandbox.reason})`}`,
        () => {
          it("commits modes, links, empty folders, binary files and renames", async () => {
            const here = await open({ "a.txt": "a\n", "old.txt": "old\n", "dir/x": "x" });
            const command = [
              "chmod 755 a.txt",
              "ln -s a.txt link",
              "mkdir -p empty/deep",
              "printf '\\000\\377' > binary",
              "mv old.txt new.txt",
              "rm -r dir",
            ].join(" && ");
            const outcome = await here.run(command);
            expect(changesOf(outcome)).toEqual([
              "create binary",
              "create empty/deep",
              "create link",
              "create new.txt",
              "delete dir/x",
              "delete old.txt",
              "modify a.txt",
            ]);
            expect(outcome).toMatchObject({ status: "ok", staged: { end: "committed" } });
            expect(tree(here.root)).toMatchObject({
              "a.txt": "755 a\n",
              link: expect.stringContaining("-> a.txt"),
              "empty/deep": expect.any(String),
              "new.txt": expect.stringContaining("old\n"),
            });
            expect([...readFileSync(join(here.root, "binary"))]).toEqual([0, 255]);
            expect(existsSync(join(here.root, "dir"))).toBe(false);
          });

          it("shows first what a command did beside what it declared", async () => {
            const here = await open({ "a.txt": "a\n", script: "echo x > hidden.txt\n" });
            here.answer = "drop";
            const outcome = await here.run("sh ./script; echo b > a.txt");
            expect(outcome.staged?.undeclared).toMatchObject([{ type: "write" }]);
            expect(outcome.staged?.changes[0]?.path).toBe("hidden.txt");
            expect(readFileSync(join(here.root, "a.txt"), "utf8")).toBe("a\n");
          });

          it("commits what was shown, whatever still runs", async () => {
            const here = await open({ "a.txt": "a\n" });
            here.answer = () => {
              // Time for whatever survived to write.
              const until = Date.now() + 300;
              while (Date.now() < until);
              return "commit";
            };
            const outcome = await here.run(
              "echo shown > a.txt; (setsid sh -c 'while :; do echo evil > a.txt; echo evil > b.txt; done' >/dev/null 2>&1 &) ; sleep 0.1; echo shown > a.txt",
            );
            const shown = outcome.staged?.changes.find(({ path }) => path === "a.txt")?.diff ?? "";
            const committed = readFileSync(join(here.root, "a.txt"), "utf8");
            expect(shown).toContain(`+${committed}`);
          });

          it("holds no devices, FIFOs, setuid bits or owners, and says what it leaves out", async () => {
            const here = await open({ "a.txt": "a\n" });
            const outcome = await here.run(
              "mkfifo pipe; mknod null c 1 3; mknod whiteout c 0 0; echo x > suid; chmod 4755 suid; chown 12:12 suid; true",
            );
            expect(outcome.status).toBe("ok");
            expect(JSON.stringify(outcome.content)).toContain(
              "create pipe (left out: it is a FIFO",
            );
            const pipe = outcome.staged?.changes.find(({ path }) => path === "pipe");
            expect(pipe?.diff).toContain("Left out");
            expect(existsSync(join(here.root, "pipe"))).toBe(false);
            for (const path of ["null", "whiteout"])
              expect(existsSync(join(here.root, path))).toBe(false);
            const suid = lstatSync(join(here.root, "suid"), { throwIfNoEntry: false });
            expect((suid?.mode ?? 0) & 0o7000).toBe(0);
            expect(suid?.uid ?? process.getuid?.()).toBe(process.getuid?.());
          });

          it("can't be left by links, hard links or paths", async () => {
            const here = await open({ "a.txt": "a\n", "dir/b.txt": "b\n" });
            const outside = join(dirname(here.root), "outside");
            put(join(outside, "victim"), "untouched");
            const outcome = await here.run(
              `echo evil > ${outside}/victim; ln ${outside}/victim hard; ln -s ${outside} out; echo evil > out/victim; rm -r dir; ln -s ${outside} dir; ls`,
            );
            expect(readFileSync(join(outside, "victim"), "utf8")).toBe("untouched");
            expect(readdirSync(outside)).toEqual(["victim"]);
            if (outcome.staged?.end !== "committed") return;
            // A committed link is a link: nothing was written through it.
            expect(lstatSync(join(here.root, "dir")).isSymbolicLink()).toBe(true);
          });

          it("names what it can't hold before anything is committed", async () => {
            const here = await open({ "a.txt": "a\n" });
            const before = tree(here.root);
            const outcome = await here.run("echo b > a.txt; head -c 70000000 /dev/zero > huge");
            expect(outcome).toMatchObject({ status: "refused", staged: { end: "dropped" } });
            expect(outcome.error?.message).toContain("huge");
            const odd = await here.run("echo b > a.txt; touch \"$(printf 'odd\\377')\"");
            expect(odd).toMatchObject({ status: "refused", staged: { end: "dropped" } });
            expect([tree(here.root), leftIn(here)]).toEqual([before, []]);
          });

          it("removes a stage with folders that nobody may enter", async () => {
            const here = await open({ "a.txt": "a\n" });
            here.answer = "drop";
            await here.run(
              "mkdir -p locked/deep; echo x > locked/deep/x; chmod 000 locked/deep locked",
            );
            expect(leftIn(here)).toEqual([]);
          });

          it("holds a commit of git", async () => {
            const here = await open({ "a.txt": "a\n" });
            const git = (...words: readonly string[]): string =>
              execFileSync("git", ["-C", here.root, ...words], {
                encoding: "utf8",
                env: gitEnvironment,
              });
            git("init", "-q");
            const commit = "git -c user.name=n -c user.email=e commit -qm";
            const outcome = await here.run(`git add a.txt && ${commit} one && git status --short`);
            expect(outcome).toMatchObject({ status: "ok", staged: { end: "committed" } });
            expect([git("log", "--format=%s"), git("status", "--short")]).toEqual(["one\n", ""]);
            expect(await here.undo()).toMatchObject({ outcome: "done" });
            expect(git("status", "--short")).toBe("?? a.txt\n");
          });

          it("keeps the sandbox's protections, also of what doesn't exist", async () => {
            const here = await open({
              "a.txt": "a\n",
              ".env": "TOKEN=hush-4711\n",
              script: hostile,
            });
            const outcome = await here.run("sh ./script");
            expect(changesOf(outcome)).toEqual(["create done"]);
            expect(JSON.stringify(outcome)).not.toContain("hush-4711");
            expect(existsSync(join(here.root, ".git"))).toBe(false);
          });
        },
      );

      it("shows no contents of files that may not be read, and hides their new secrets elsewhere", async () => {
        const here = await open(
          { ".env": "TOKEN=old-hush-4711\n", "closed/a.txt": "closed before\n" },
          {
            settings: {
              stage: { overlay: isOverlay },
              rules: [
                { allow: "write(.env)", protected: true },
                { allow: "write(sub/.env)", protected: true },
                { deny: "read(closed/**)" },
              ],
            },
            stage: "session",
          },
        );
        await here.call("read_file", { path: ".env" });
        const env = "TOKEN=new-hush-8812\nHOST=plain-host\n";
        for (const [path, content] of [
          [".env", env],
          ["sub/.env", "OTHER_TOKEN=sub-hush-9923\n"],
          ["copy.txt", "new-hush-8812 sub-hush-9923\n"],
          ["closed/new.txt", "closed after\n"],
        ] as const) {
          expect(await here.call("write_file", { path, content })).toMatchObject({ status: "ok" });
        }
        here.answer = "drop";
        const outcome = await here.endStage();
        expect(changesOf(outcome as Outcome)).toEqual([
          "create closed/new.txt",
          "create copy.txt",
          "create sub/.env",
          "modify .env",
        ]);
        const told = JSON.stringify([outcome, here.questions]);
        for (const hidden of ["hush", "plain-host", "closed after"])
          expect(told).not.toContain(hidden);
        expect(told).toContain("not shown, because reading the file needs approval");
        // Dropped values may still appear later.
        const content = "new-hush-8812 sub-hush-9923";
        const later = await here.call("write_file", { path: "later.txt", content });
        expect(JSON.stringify(later)).not.toContain("hush");
      });

      it("edits a large file that was read outside the stage", async () => {
        const here = await open({ "big.txt": `${"x".repeat(99)}\n`.repeat(12_000) + "end\n" });
        // Its times no longer count as recent, so that they are its version.
        utimesSync(join(here.root, "big.txt"), 1_000_000, 1_000_000);
        await untilSettled(join(here.root, "big.txt"));
        await here.call("read_file", { path: "big.txt", start_line: 11_990 });
        const edit = { path: "big.txt", edits: [{ old_string: "end", new_string: "END" }] };
        expect(await here.call("edit_file", edit)).toMatchObject({
          status: "ok",
          staged: { end: "committed" },
        });
        expect(readFileSync(join(here.root, "big.txt"), "utf8")).toMatch(/\nEND\n$/);
      });

      it("refuses or names a file that was deleted in the workspace before its change was seen", async () => {
        const tool: Tool = {
          name: "change_and_delete",
          kind: "edit",
          description: "Writes a.txt, which somebody deletes.",
          input: { type: "object", properties: {} },
          effects: () => [{ type: "write", path: "a.txt" }],
          async execute(_input, { workspace }) {
            const bytes = new TextEncoder().encode("ours\n");
            await workspace.write("a.txt", bytes, { replaces: await workspace.version("a.txt") });
            rmSync(join(here.root, "a.txt"));
            return { content: "written" };
          },
        };
        const here = await open({ "a.txt": "a\n" }, { tools: [tool] });
        here.answer = "drop";
        const outcome = await here.call("change_and_delete", {});
        const told = JSON.stringify(outcome.staged?.changes) + outcome.error?.message;
        expect(outcome.status).toBe("refused");
        expect(told).toMatch(
          /a\.txt was deleted there, a commit creates it again|was changed in the workspace/,
        );
      });

      it.each([["a link to another folder"], ["nothing"]])(
        "writes nothing elsewhere when a folder was replaced by %s before the commit",
        async (by) => {
          const here = await open({ "sub/a.txt": "a\n" });
          const outside = join(dirname(here.root), "outside");
          put(join(outside, "a.txt"), "a\n");
          here.answer = () => {
            renameSync(join(here.root, "sub"), join(here.root, "moved"));
            if (by !== "nothing") symlinkSync(outside, join(here.root, "sub"));
            return "commit";
          };
          await here.call("read_file", { path: "sub/a.txt" });
          const edit = { path: "sub/a.txt", edits: [{ old_string: "a", new_string: "ours" }] };
          expect((await here.call("edit_file", edit)).status).toBe("error");
          expect(readFileSync(join(outside, "a.txt"), "utf8")).toBe("a\n");
          expect(readFileSync(join(here.root, "moved/a.txt"), "utf8")).toBe("a\n");
          expect(leftIn(here)).toEqual([]);
        },
      );

      it("keeps five stages apart, and commits each", async () => {
        const here = await open({ "a.txt": "a\n" });
        const outcomes = await Promise.all(
          [1, 2, 3, 4, 5].map((at) =>
            here.call("write_file", { path: `new/${at}.txt`, content: `${at}` }),
          ),
        );
        expect(outcomes.map(changesOf)).toEqual(
          [1, 2, 3, 4, 5].map((at) => [`create new/${at}.txt`]),
        );
        expect(readdirSync(join(here.root, "new")).length).toBe(5);
        expect(leftIn(here)).toEqual([]);
      });

      it("undoes the last change after a call that was dropped", async () => {
        const here = await open({ "a.txt": "a\n" });
        await here.call("write_file", { path: "first.txt", content: "first\n" });
        here.answer = "drop";
        await here.call("write_file", { path: "second.txt", content: "second\n" });
        expect(await here.undo()).toMatchObject({ outcome: "done" });
        expect(Object.keys(tree(here.root))).toEqual(["a.txt"]);
      });

      it("lets an undo that was asked for meanwhile revert one whole call", async () => {
        const here = await open({ "a.txt": "a\n" });
        await here.call("write_file", { path: "first.txt", content: "first\n" });
        let undone: Promise<unknown> | undefined;
        here.answer = () => {
          undone = here.undo();
          return "commit";
        };
        await here.call("write_file", { path: "second.txt", content: "second\n" });
        expect(await undone).toMatchObject({ outcome: "done" });
        const left = Object.keys(tree(here.root));
        expect([
          ["a.txt", "first.txt"],
          ["a.txt", "second.txt"],
        ]).toContainEqual(left);
      });

      it("redacts secrets in diffs", async () => {
        const here = await open({ ".env": "TOKEN=hush-hush-4711\n", "a.txt": "a\n" });
        here.answer = "drop";
        const outcome = await here.call("write_file", {
          path: "copy.txt",
          content: "hush-hush-4711\n",
        });
        expect(JSON.stringify([outcome.staged, here.questions])).not.toContain("hush-hush-4711");
      });
    },
  );
}

describe("a session in a stage", () => {
  it("shows all that its calls did at its end, and undoes it in one step", async () => {
    const here = await world(
      { "a.txt": "a\n", "b.txt": "b\n" },
      { overlay: overlay === null, stage: "session" },
    );
    const before = tree(here.root);
    await here.call("write_file", { path: "new.txt", content: "one\n" });
    await here.call("read_file", { path: "a.txt" });
    const edit = { path: "a.txt", old_string: "a", new_string: "changed" };
    expect(await here.call("edit_file", edit)).toMatchObject({ status: "ok" });
    // Each call sees what those before it did.
    expect((await here.call("read_file", { path: "new.txt" })).status).toBe("ok");
    expect([tree(here.root), here.questions]).toEqual([before, []]);
    const outcome = await here.endStage();
    expect(outcome).toMatchObject({ status: "ok", staged: { end: "committed", undeclared: [] } });
    expect(changesOf(outcome as Outcome)).toEqual(["create new.txt", "modify a.txt"]);
    expect(readFileSync(join(here.root, "a.txt"), "utf8")).toBe("changed\n");
    expect(await here.undo()).toMatchObject({ outcome: "done" });
    expect(tree(here.root)).toEqual(before);
  });

  it("merges at its end with what others changed since each call", async () => {
    const text = Array.from({ length: 20 }, (_, at) => `line ${at}\n`).join("");
    const here = await world({ "a.txt": text }, { overlay: overlay === null, stage: "session" });
    await here.call("read_file", { path: "a.txt" });
    await here.call("edit_file", { path: "a.txt", old_string: "line 2\n", new_string: "ours\n" });
    writeFileSync(join(here.root, "a.txt"), text.replace("line 19", "theirs"));
    expect(await here.endStage()).toMatchObject({ status: "ok", staged: { end: "committed" } });
    expect(readFileSync(join(here.root, "a.txt"), "utf8")).toBe(
      text.replace("line 2\n", "ours\n").replace("line 19", "theirs"),
    );
  });

  it("holds the calls of a program", async () => {
    const here = await world({ "a.txt": "a\n" }, { overlay: overlay === null, stage: "session" });
    const code = 'await tools.write_file({ path: "p.txt", content: "p\\n" }); return 1;';
    expect(await here.call("run_program", { code })).toMatchObject({ status: "ok" });
    expect([existsSync(join(here.root, "p.txt")), here.questions]).toEqual([false, []]);
    here.answer = "drop";
    expect(changesOf((await here.endStage()) as Outcome)).toEqual(["create p.txt"]);
    expect(Object.keys(tree(here.root))).toEqual(["a.txt"]);
  });

  it("commits the calls of a program that has a stage of its own", async () => {
    const here = await world({ "a.txt": "a\n" }, { overlay: overlay === null });
    const code = 'await tools.write_file({ path: "p.txt", content: "p\\n" }); return 1;';
    const outcome = await here.call("run_program", { code });
    expect([outcome.status, changesOf(outcome)]).toEqual(["ok", ["create p.txt"]]);
    expect(here.questions.map(({ stage }) => stage)).toEqual(["commit"]);
    expect(await here.undo()).toMatchObject({ outcome: "done" });
    expect(Object.keys(tree(here.root))).toEqual(["a.txt"]);
  });

  it.skipIf(!sandbox.ok)("holds commands, which see what calls before them did", async () => {
    const here = await world({ "a.txt": "a\n" }, { overlay: overlay === null, stage: "session" });
    await here.call("write_file", { path: "one.txt", content: "one\n" });
    expect(await here.run("cat one.txt > two.txt; rm a.txt")).toMatchObject({ status: "ok" });
    expect(Object.keys(tree(here.root))).toEqual(["a.txt"]);
    expect((await here.call("read_file", { path: "two.txt" })).status).toBe("ok");
    expect(changesOf((await here.endStage()) as Outcome)).toEqual([
      "create one.txt",
      "create two.txt",
      "delete a.txt",
    ]);
    expect(Object.keys(tree(here.root))).toEqual(["one.txt", "two.txt"]);
  });

  it("leaves nothing behind when it is closed without an end", async () => {
    const here = await world({ "a.txt": "a\n" }, { overlay: overlay === null, stage: "session" });
    const before = tree(here.root);
    await here.call("write_file", { path: "new.txt", content: "x" });
    await here.close();
    expect([tree(here.root), leftIn(here)]).toEqual([before, []]);
  });
});

describe("a stage", () => {
  it("is removed at the next start if its process was killed", async () => {
    const first = await world({ "a.txt": "a" }, { overlay: true });
    const left = join(first.state, "stages", "00000000-1-1-0123456789abcdef");
    mkdirSync(join(left, "upper0"), { recursive: true });
    const [scope] = (await stageNameOf(first)).split("-");
    const dead = join(first.state, "stages", `${scope}-999999999-1-0123456789abcdef`);
    mkdirSync(join(dead, "work0/work"), { recursive: true });
    chmodSync(join(dead, "work0/work"), 0o000);
    const toolwright = await openToolwright({
      workspace: first.root,
      environment: { HOME: dirname(first.root), XDG_STATE_HOME: dirname(first.state) },
      settings: false,
      onNotice: () => {},
    });
    await toolwright.close();
    expect([existsSync(dead), existsSync(left)]).toEqual([false, true]);
  });

  it("shows links to hard-linked files as they are", async () => {
    const here = await world({ "a.txt": "a\n" }, { overlay: overlay === null });
    linkSync(join(here.root, "a.txt"), join(here.root, "b.txt"));
    symlinkSync("a.txt", join(here.root, "c"));
    here.answer = "drop";
    const outcome = await here.call("write_file", { path: "d.txt", content: "d" });
    expect(changesOf(outcome)).toEqual(["create d.txt"]);
  });
});

/** A file's times count as recent for up to two seconds, by its change time, which nobody can set. */
async function untilSettled(path: string): Promise<void> {
  await vi.waitUntil(() => Date.now() - lstatSync(path).ctimeMs > 2_100, { timeout: 10_000 });
}

/** The name of a stage of this process. */
async function stageNameOf(here: World): Promise<string> {
  let name = "";
  here.answer = () => {
    [name = ""] = leftIn(here).filter((each) => each.includes(`-${process.pid}-`));
    return "drop";
  };
  await here.call("write_file", { path: "x", content: "x" });
  expect(name).not.toBe("");
  return name;
}

async function whyNoOverlay(): Promise<string | null> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolwright-stage-probe-")));
  const [root, directory] = [join(folder, "root"), join(folder, "stage")];
  mkdirSync(root);
  mkdirSync(directory);
  try {
    const opened = await openOverlay({ roots: [root], directory });
    if (typeof opened === "string") return opened;
    await opened.close();
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
