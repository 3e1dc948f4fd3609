import { describe, expect, it, vi } from "vitest";
import { processContext } from "./program-context.ts";

it("leaves the administrator's settings where they are on this system", () => {
  expect(processContext().administratorFile).toBeUndefined();
});

describe("the current folder", () => {
  it("is read only when needed, and a missing one is a usage error", () => {
    vi.spyOn(process, "cwd").mockImplementation(() => {
      throw Object.assign(new Error("uv_cwd"), { code: "ENOENT" });
    });
    const program = processContext();
    expect(() => program.cwd).toThrow(
      "The current folder can't be found (ENOENT): it was removed or moved.",
    );
  });
});
