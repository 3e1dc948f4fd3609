import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ApprovalState } from "./approval-state.ts";
import { approvalWorld, day, noon } from "./fixtures/approval-world.ts";
import { createPrivateKeyText } from "./signing-key.ts";

const isPosix = process.platform !== "win32";

function stateAt(nowMs = noon, world = approvalWorld()) {
  return { world, state: new ApprovalState(world.stateDirectory, () => nowMs) };
}

test("the key is made when it is first needed, for this user alone, and stays the same", () => {
  const { world, state } = stateAt();
  const directory = join(world.stateDirectory, "approvals");
  const { name } = state.key;
  expect(name).toMatch(/^ed25519:[\w-]{43}$/);
  expect(new ApprovalState(world.stateDirectory).key.name).toBe(name);
  expect(readdirSync(directory)).toEqual(["key.pem"]);
  if (!isPosix) return;
  expect(statSync(join(directory, "key.pem")).mode & 0o777).toBe(0o600);
  expect(statSync(directory).mode & 0o777).toBe(0o700);
});

test.each<[string, (file: string) => void, RegExp]>([
  [
    "is damaged",
    (file) => writeFileSync(file, "-----BEGIN", { mode: 0o600 }),
    /no Ed25519 private key/,
  ],
  ["is empty", (file) => writeFileSync(file, "", { mode: 0o600 }), /no Ed25519 private key/],
  ["is a directory", (file) => mkdirSync(file), /EISDIR|not a regular file/],
  ["is a link", (file) => linkTo(file), /link/],
  [
    "others may read",
    (file) => writeFileSync(file, createPrivateKeyText(), { mode: 0o644 }),
    /chmod 600/,
  ],
])(
  "a key that %s is never replaced: nothing is asked, and no answer counts",
  async (_what, spoil, why) => {
    const world = approvalWorld();
    const directory = join(world.stateDirectory, "approvals");
    mkdirSync(directory, { recursive: true });
    const file = join(directory, "key.pem");
    spoil(file);
    if (isPosix && statSync(file).isFile() && /chmod/.test(why.source)) chmodSync(file, 0o644);
    expect(() => new ApprovalState(world.stateDirectory).key).toThrow(why);
    const { call, told } = await world.open();
    const outcome = await call("write_file", { path: "a", content: "a" });
    expect(outcome).toMatchObject({ status: "refused", error: { code: "permission-denied" } });
    expect(told.join()).toContain(file);
    // The model isn't told where the state is.
    expect(outcome.error?.message).not.toContain(world.stateDirectory);
  },
);

function linkTo(file: string): void {
  writeFileSync(`${file}.other`, createPrivateKeyText(), { mode: 0o600 });
  symlinkSync(`${file}.other`, file);
}

test("a nonce is used by one of several, and is known to be used at once", () => {
  const { world, state } = stateAt();
  const nonce = "a".repeat(32);
  expect(state.isSpent(nonce)).toBe(false);
  const others = [1, 2, 3].map(() => new ApprovalState(world.stateDirectory, () => noon));
  expect([state, ...others].map((each) => each.spend(nonce, noon + day))).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(new ApprovalState(world.stateDirectory).isSpent(nonce)).toBe(true);
});

test("the time goes on, and back only by a correction", () => {
  const { world } = stateAt();
  const timeAt = (nowMs: number): number =>
    new ApprovalState(world.stateDirectory, () => nowMs).time();
  expect(timeAt(noon)).toBe(noon);
  expect(timeAt(noon - 60_000)).toBe(noon - 60_000);
  expect(() => timeAt(noon - 3_600_000)).toThrow("The clock was set back");
  expect(timeAt(noon + day)).toBe(noon + day);
  expect(() => timeAt(noon)).toThrow("2026-01-02T12:00");
});

test("a damaged latest time lets no approval count", () => {
  const { world, state } = stateAt();
  expect(state.time()).toBe(noon);
  const file = join(world.stateDirectory, "approvals", "latest-time");
  for (const text of ["", "soon", "NaN"]) {
    writeFileSync(file, text);
    expect(() => state.time()).toThrow(`${file} is damaged`);
  }
  rmSync(file);
  expect(state.time()).toBe(noon);
});

test("what has long expired is forgotten, and nothing else", () => {
  const { world, state } = stateAt();
  const left = (id: string, expiresAtMs: number) => ({
    id,
    nonce: "b".repeat(32),
    summary: "",
    file: null,
    workspace: "/w",
    scope: "any",
    expiresAtMs,
  });
  state.remember(left("q-000000000001", noon + day));
  state.spend("c".repeat(32), noon + day);
  const later = new ApprovalState(world.stateDirectory, () => noon + 2 * day - 1);
  later.remember(left("q-000000000002", noon + 3 * day));
  expect(later.left().map(({ id }) => id)).toEqual(["q-000000000001", "q-000000000002"]);
  expect(later.isSpent("c".repeat(32))).toBe(true);
  const last = new ApprovalState(world.stateDirectory, () => noon + 2 * day + 1);
  last.remember(left("q-000000000003", noon + 3 * day));
  expect(last.left().map(({ id }) => id)).toEqual(["q-000000000002", "q-000000000003"]);
  expect(last.isSpent("c".repeat(32))).toBe(false);
});

test("only an id is looked up, never a path", () => {
  const { world, state } = stateAt();
  expect(state.key.name).not.toBe("");
  for (const id of ["../key", "../asked/q-000000000001", "", "q-"])
    expect(state.find(id)).toBeNull();
  mkdirSync(join(world.stateDirectory, "approvals", "asked"));
  writeFileSync(join(world.stateDirectory, "approvals", "asked", "q-000000000001.json"), "{");
  expect(state.left()).toEqual([]);
  expect(readFileSync(join(world.stateDirectory, "approvals", "key.pem"), "utf8")).toContain("KEY");
});
