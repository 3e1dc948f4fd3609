import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openWorkspace } from "@toolwright/workspace";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { applyReplacements, type Replacement } from "./plan-edit.ts";
import { replaceInPlace } from "./replace-in-place.ts";

const size = 1_100_000;
const original = Buffer.from(Array.from({ length: size }, (_, at) => (at * 7_919) % 251));

/** Reads a large file as a tool does, as often as wanted. */
function openFile(): () => Promise<Buffer> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "in-place-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  writeFileSync(join(root, "large.bin"), original);
  const session = openWorkspace({ roots: [root] }).openSession("session");
  const access = session.openCall({
    permit: () => true,
    isReadable: () => true,
    isRevoked: () => false,
  });
  return async () => {
    const { bytes } = await access.read("large.bin");
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  };
}

/** In order and apart; some at the very beginning, the very end, next to each other, or of nothing. */
const replacements = fc
  .array(
    fc.record({
      gap: fc.oneof(fc.constant(0), fc.nat(20), fc.nat(150_000)),
      taken: fc.oneof(fc.constant(0), fc.nat(20), fc.nat(50_000)),
      put: fc.oneof(fc.constant(0), fc.nat(30), fc.nat(8_000)),
    }),
    { maxLength: 7 },
  )
  .map((pieces) => {
    let at = 0;
    return pieces.map(({ gap, taken, put }, index): Replacement => {
      const start = Math.min(size, at + gap);
      at = Math.min(size, start + taken);
      return { start, end: at, newBytes: Buffer.alloc(put, 200 + index) };
    });
  });

it("makes what putting the pieces together makes", async () => {
  const read = openFile();
  await fc.assert(
    fc.asyncProperty(replacements, async (wanted) => {
      const made = replaceInPlace(await read(), wanted);
      expect(made?.equals(applyReplacements(original, wanted))).toBe(true);
    }),
    { numRuns: 60 },
  );
});

it("changes nothing when there is no room for the result", async () => {
  const content = await openFile()();
  const wanted = [{ start: 5, end: 6, newBytes: Buffer.alloc(200_000, 1) }];
  expect(replaceInPlace(content, wanted)).toBeNull();
  expect(content.equals(original)).toBe(true);
});

it("changes nothing in memory that isn't the content's own", () => {
  const content = Buffer.from(original);
  const wanted = [{ start: 5, end: 9, newBytes: Buffer.from("x") }];
  expect(replaceInPlace(content, wanted)).toBeNull();
  expect(content.equals(original)).toBe(true);
});
