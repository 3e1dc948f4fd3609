import { expect, test } from "vitest";
import { describeEffect, type Effect, read, deletion, write } from "./effect.ts";
import { resolveEffects } from "./resolve-effects.ts";

const handle = "output:7f3a9c21";
const place = { path: "/state/7f3a9c21", realPath: "/state/7f3a9c21", root: null, linkCount: 1 };
const resolve = (path: string) =>
  path === handle
    ? { ...place, displayPath: handle, storedOutput: handle }
    : { ...place, displayPath: path };

test("a read of a kept output is told by its handle, never by its place", async () => {
  const [effect] = await resolveEffects([read(handle)], resolve);
  expect(effect).toEqual({
    type: "read",
    path: "/state/7f3a9c21",
    realPath: "/state/7f3a9c21",
    isOutside: true,
    storedOutput: handle,
  });
  expect(describeEffect(effect as Effect, ["/ws"])).toBe("read output:7f3a9c21");
});

test("no tool can say of another path that it is one", async () => {
  const [effect] = await resolveEffects(
    [{ ...read("/etc/shadow"), storedOutput: handle }],
    resolve,
  );
  expect(effect).not.toHaveProperty("storedOutput");
});

test.each([write(handle), deletion(handle)])("none is changed: $type", async (effect) => {
  await expect(async () => resolveEffects([effect], resolve)).rejects.toMatchObject({
    code: "permission-denied",
    message: expect.stringContaining("it can be read and searched but not changed") as string,
  });
});
