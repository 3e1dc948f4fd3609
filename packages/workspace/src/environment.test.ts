import { expect, it } from "vitest";
import { createEnvironment } from "./environment.ts";

it("lists the set names, sorted, and returns values", () => {
  const environment = createEnvironment({ B: "2", A: "", C: undefined });
  expect(environment.names()).toEqual(["A", "B"]);
  expect([environment.get("A"), environment.get("B"), environment.get("C")]).toEqual([
    "",
    "2",
    undefined,
  ]);
});

it("has only variables", () => {
  const environment = createEnvironment({});
  for (const name of ["constructor", "__proto__", "toString"])
    expect(environment.get(name)).toBeUndefined();
});

it("defaults to this process's current variables", () => {
  const environment = createEnvironment();
  expect(environment.get("PATH")).toBe(process.env.PATH);
  expect(environment.names()).toContain("PATH");
});
