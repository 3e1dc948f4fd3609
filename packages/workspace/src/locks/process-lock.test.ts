import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { outputOf, startChild } from "../fixtures/run-child.ts";
import { failureOf, freshDirectory } from "../fixtures/temporary-workspace.ts";
import { ProcessLock } from "./process-lock.ts";

describe("the lock between processes", () => {
  it("admits one process at a time for a path", async () => {
    const directory = freshDirectory();
    const counter = join(directory, "counter");
    writeFileSync(counter, "0");
    const words = [join(directory, "locks"), counter, "40"];
    const children = [1, 2, 3].map(() => startChild("count-under-lock.ts", { arguments: words }));
    await Promise.all(children.map((child) => outputOf(child)));
    expect(readFileSync(counter, "utf8")).toBe("120");
  });

  it("ends with the process that holds it, however it dies", async () => {
    const directory = join(freshDirectory(), "locks");
    const child = startChild("hold-lock.ts", { arguments: [directory, "/ws/a"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    await once(child.stdout ?? child, "data");
    const failure = await failureOf(() => new ProcessLock(directory, 50).hold(["/ws/a"], () => 1));
    expect(failure).toMatchObject({ code: "internal" });
    expect(failure.message).toContain("Another Toolwright process");
    expect(failure.message).not.toContain(directory);

    const waiting = new ProcessLock(directory).hold(["/ws/a"], () => "through");
    child.kill("SIGKILL");
    expect(await waiting).toBe("through");
  });

  it("doesn't wait for other paths, and never deadlocks on several", async () => {
    const lock = new ProcessLock(join(freshDirectory(), "locks"));
    const order: string[] = [];
    await Promise.all([
      lock.hold(["/a", "/b", "/a"], () => order.push("first")),
      lock.hold(["/b", "/a"], () => order.push("second")),
    ]);
    expect(order.toSorted()).toEqual(["first", "second"]);
  });

  it("passes on errors of the change, and is free afterwards", async () => {
    const lock = new ProcessLock(join(freshDirectory(), "locks"), 200);
    const failing = lock.hold(["/a"], () => {
      throw new TypeError("no");
    });
    await expect(failing).rejects.toThrow(TypeError);
    expect(await lock.hold(["/a"], () => 1)).toBe(1);
  });

  it("fails clearly when its directory can't be made", async () => {
    const directory = freshDirectory();
    writeFileSync(join(directory, "file"), "");
    mkdirSync(join(directory, "sub"));
    const failure = await failureOf(() =>
      new ProcessLock(join(directory, "file/locks")).hold(["/a"], () => 1),
    );
    expect(failure).toMatchObject({ code: "internal" });
    expect(failure.message).not.toContain(directory);
  });
});
