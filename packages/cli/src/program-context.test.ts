import { describe, expect, it, vi } from "vitest";
import { processContext } from "./program-context.ts";

it("leaves the administrator's settings where they are on this system", async () => {
  expect((await processContext()).administratorFile).toBeUndefined();
});

describe("the current folder", () => {
  it("is read only when needed, and a missing one is a usage error", async () => {
    vi.spyOn(process, "cwd").mockImplementation(() => {
      throw Object.assign(new Error("uv_cwd"), { code: "ENOENT" });
    });
    const program = await processContext();
    expect(() => program.cwd).toThrow(
      "The current folder can't be found (ENOENT): it was removed or moved.",
    );
  });
});
