import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { countByte } from "./count-byte.ts";

describe("countByte", () => {
  it("counts as a look at each byte does, wherever the part begins and ends", () => {
    const bytes = fc.uint8Array({ maxLength: 700, size: "max" });
    // Bytes that are nearly the wanted one, or carry when they are added up.
    const near = fc.array(fc.constantFrom(0, 1, 9, 10, 11, 128, 138, 255), {
      maxLength: 700,
      size: "max",
    });
    const content = fc.oneof(
      bytes,
      near.map((list) => Uint8Array.from(list)),
    );
    fc.assert(
      fc.property(content, fc.nat(7), fc.nat(700), fc.nat(700), (list, shift, one, other) => {
        const shifted = new Uint8Array(list.length + shift).subarray(shift);
        shifted.set(list);
        const start = Math.min(one, other, list.length);
        const end = Math.min(Math.max(one, other), list.length);
        for (const byte of [10, 13, 0, 255]) {
          const expected = list.slice(start, end).filter((value) => value === byte).length;
          expect(countByte(shifted, byte, start, end)).toBe(expected);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("counts over more than it takes at once", () => {
    const content = Buffer.alloc(300_001, "ab\n");
    expect(countByte(content, 10, 0, content.length)).toBe(100_000);
    expect(countByte(content, 10, 3, 200_000)).toBe(66_665);
    expect(countByte(content, 0, 0, content.length)).toBe(0);
  });

  it("counts where there is no WebAssembly", async () => {
    vi.stubGlobal("WebAssembly", undefined);
    vi.resetModules();
    const { countByte: countAnew } = await import("./count-byte.ts");
    expect(countAnew(Buffer.alloc(3_001, "ab\n"), 10, 0, 3_001)).toBe(1_000);
  });
});
