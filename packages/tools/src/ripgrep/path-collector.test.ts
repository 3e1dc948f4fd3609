import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPathCollector, type PathCollectorOptions } from "./path-collector.ts";

const collect = async (
  output: string | Buffer,
  sizes: readonly number[],
  options: Partial<PathCollectorOptions>,
): Promise<{ readonly files: readonly unknown[]; readonly hasMore: boolean }> => {
  const collector = createPathCollector({
    offset: 0,
    limit: 100,
    hasCounts: false,
    fileOf: (name) => Promise.resolve(name),
    ...options,
  });
  const bytes = Buffer.from(output);
  let at = 0;
  for (let turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    if (!(await collector.take(bytes.subarray(at, at + size)))) break;
    at += size;
  }
  return { files: collector.files, hasMore: collector.hasMore };
};

describe("createPathCollector", () => {
  it.each(["\n", "\r\n"])(
    "reads paths and counts whatever the chunks are (%j)",
    async (lineEnd) => {
      const output = `./a\x0012${lineEnd}./b\nc\x001${lineEnd}./3\x00100${lineEnd}`;
      const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 });
      await fc.assert(
        fc.asyncProperty(sizes, async (chunks) => {
          expect((await collect(output, chunks, { hasCounts: true })).files).toEqual([
            { path: "./a", count: 12 },
            { path: "./b\nc", count: 1 },
            { path: "./3", count: 100 },
          ]);
        }),
      );
    },
  );

  it("stops at its limit, after what it passes over, and tells that there is more", async () => {
    const output = "a\0b\0c\0d\0";
    expect(await collect(output, [8], { offset: 1, limit: 2 })).toEqual({
      files: [
        { path: "b", count: null },
        { path: "c", count: null },
      ],
      hasMore: true,
    });
    expect((await collect(output, [8], { offset: 2, limit: 2 })).hasMore).toBe(false);
  });

  it("leaves out what isn't to be shown and what isn't UTF-8, with its count", async () => {
    const output = Buffer.from("keep\x001\nbad\xff\x002\nleave\x003\nlast\x004\n", "latin1");
    const { files } = await collect(output, [50], {
      hasCounts: true,
      fileOf: (name) => Promise.resolve(name === "leave" ? null : name),
    });
    expect(files).toEqual([
      { path: "keep", count: 1 },
      { path: "last", count: 4 },
    ]);
  });
});
