import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Outcome } from "@toolwright/core";
import { describe, expect, it, onTestFinished } from "vitest";
import { openToolSession } from "./fixtures/tool-session.ts";

/** What happens to all tools that change files, whichever it is. */
const calls: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ["write_file", { path: "d/f.txt", content: "new\n" }],
  ["edit_file", { path: "d/f.txt", old_string: "old", new_string: "new" }],
  [
    "apply_patch",
    {
      patch:
        "*** Begin Patch\n*** Update File: d/f.txt\n@@\n-old\n+new\n*** Add File: d/g.txt\n+g\n*** End Patch",
    },
  ],
  ["apply_patch", { patch: "*** Begin Patch\n*** Delete File: d/f.txt\n*** End Patch" }],
  ["move_path", { from: "d/f.txt", to: "g.txt" }],
  ["move_path", { from: "d", to: "e" }],
  ["delete_path", { path: "d/f.txt" }],
  ["delete_path", { path: "d", recursive: true }],
];

const known = (outcome: Outcome): readonly (string | undefined)[] => [
  outcome.status,
  outcome.error?.code,
];

describe("a file that is gone between plan and run", () => {
  it.each(calls)("is told by %s of %j, and nothing is made in its place", async (name, input) => {
    const { call, session, root } = await openToolSession({ files: { "d/f.txt": "old\n" } });
    await call("read_file", { path: "d/f.txt" });
    session.approvals.watch({
      asked: () => rmSync(join(root, "d"), { recursive: true, force: true }),
    });
    const outcome = await call(name, input);
    if (name === "write_file") {
      // What it replaces is gone, but there is a new file to make.
      expect(known(outcome)).toEqual(["ok", undefined]);
      expect(readFileSync(join(root, "d/f.txt"), "utf8")).toBe("new\n");
      return;
    }
    expect(outcome.status).toBe("error");
    expect(["file-not-found", "file-changed"]).toContain(outcome.error?.code);
    expect(outcome.error?.message).not.toContain(root);
    expect(readdirSync(root)).toEqual([]);
  });
});

describe("a call that is cancelled while a person is asked", () => {
  it.each(calls)("changes nothing: %s of %j", async (name, input) => {
    const { call, session, root } = await openToolSession({ files: { "d/f.txt": "old\n" } });
    await call("read_file", { path: "d/f.txt" });
    session.approvals.watch({ asked: () => session.cancel() });
    expect((await call(name, input)).status).toBe("cancelled");
    expect(readdirSync(root)).toEqual(["d"]);
    expect(readdirSync(join(root, "d"))).toEqual(["f.txt"]);
    expect(readFileSync(join(root, "d/f.txt"), "utf8")).toBe("old\n");
  });
});

const nobody = 65534;

describe.skipIf(process.getuid?.() !== 0 || process.platform !== "linux")(
  "an unprivileged user (skipped unless root, who alone can become one)",
  () => {
    it("is told what the system doesn't let it change, by every tool, and nothing changes", async () => {
      const { root, outside, put } = await openToolSession();
      put({ "d/f.txt": "old\n" });
      for (const path of [outside, root]) chmodSync(path, 0o755);
      chownSync(root, nobody, nobody);
      const all = [
        ["read_file", { path: "d/f.txt" }],
        ...calls,
        ["make_directory", { path: "d/sub" }],
      ];
      const script = join(import.meta.dirname, "fixtures/call-as.ts");
      const words = ["--conditions=source", script, root, JSON.stringify(all), String(nobody)];
      const output = execFileSync(process.execPath, words);
      const [read, ...outcomes] = JSON.parse(output.toString()) as readonly Outcome[];
      expect(read?.error).toBeNull();
      // The directory itself may be moved, as it lies in one of the user's own: the sixth call.
      const refused = outcomes.filter((_, index) => index < 5);
      expect(refused.map((outcome) => known(outcome))).toEqual(
        refused.map(() => ["error", "permission-denied"]),
      );
      for (const { error } of refused) expect(error?.message).not.toContain(outside);
    });
  },
);

/** A directory in the root on a file system of 256 kB; false where none can be mounted. */
function mountTinyDisk(place: string): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  mkdirSync(place);
  const options = ["-t", "tmpfs", "-o", "size=256k", "tmpfs", place];
  if (spawnSync("mount", options).status !== 0) return false;
  onTestFinished(() => void execFileSync("umount", [place]));
  return true;
}

describe("a disk that is full midway", () => {
  it("is told by every tool that writes, and every file is as it was", async (context) => {
    const { call, root } = await openToolSession();
    if (!mountTinyDisk(join(root, "disk"))) return context.skip("only root can mount a small disk");
    writeFileSync(join(root, "disk/f.txt"), "old\n");
    chmodSync(join(root, "disk/f.txt"), 0o640);
    await call("read_file", { path: "disk/f.txt" });
    const large = "a line of text\n".repeat(40_000);
    const patch = [
      "*** Begin Patch",
      "*** Update File: disk/f.txt",
      "@@",
      "-old",
      "+new",
      "*** Add File: disk/new/g.txt",
      ...large.split("\n").map((line) => `+${line}`),
      "*** End Patch",
    ].join("\n");
    for (const [name, input] of [
      ["write_file", { path: "disk/f.txt", content: large }],
      ["write_file", { path: "disk/sub/new.txt", content: large }],
      ["edit_file", { path: "disk/f.txt", old_string: "old", new_string: large }],
      ["apply_patch", { patch }],
    ] as const) {
      const outcome = await call(name, input);
      expect(known(outcome)).toEqual(["error", "internal"]);
      expect(outcome.error?.message).toContain("no space is left on the device");
      expect(readdirSync(join(root, "disk"))).toEqual(["f.txt"]);
      expect(readFileSync(join(root, "disk/f.txt"), "utf8")).toBe("old\n");
      expect(statSync(join(root, "disk/f.txt")).mode & 0o777).toBe(0o640);
    }
    const edit = { path: "disk/f.txt", old_string: "old", new_string: "new" };
    expect((await call("edit_file", edit)).error).toBeNull();
  });
});
