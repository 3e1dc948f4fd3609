import fc from "fast-check";
import { expect, it } from "vitest";
import { withPathLocks } from "./path-lock.ts";

it("runs changes of one path in order, and changes of different paths concurrently", async () => {
  const path = fc.constantFrom("/a", "/b", "/c");
  const changes = fc.array(fc.uniqueArray(path, { minLength: 1, maxLength: 3 }), { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(changes, async (sets) => {
      const running = new Set<string>();
      const order: Record<string, number[]> = {};
      await Promise.all(
        sets.map((paths, index) =>
          withPathLocks(paths, async () => {
            for (const each of paths) {
              expect(running.has(each)).toBe(false);
              running.add(each);
              (order[each] ??= []).push(index);
            }
            await new Promise(setImmediate);
            for (const each of paths) running.delete(each);
          }),
        ),
      );
      for (const indexes of Object.values(order)) {
        expect(indexes).toEqual(indexes.toSorted((a, b) => a - b));
      }
    }),
  );
});

it("continues after a change that failed", async () => {
  const failing = withPathLocks(["/a"], () => Promise.reject(new Error("no")));
  const next = withPathLocks(["/a"], async () => "next");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("next");
});
