import { expect, it } from "vitest";
import { createEnvironment } from "./environment.ts";

it("names what is set, sorted, and gives values", () => {
  const environment = createEnvironment({ B: "2", A: "", C: undefined });
  expect(environment.names()).toEqual(["A", "B"]);
  expect([environment.get("A"), environment.get("B"), environment.get("C")]).toEqual([
    "",
    "2",
    undefined,
  ]);
});

it("has nothing that isn't a variable", () => {
  const environment = createEnvironment({});
  for (const name of ["constructor", "__proto__", "toString"])
    expect(environment.get(name)).toBeUndefined();
});

it("is this process's by default, as it is now", () => {
  const environment = createEnvironment();
  expect(environment.get("PATH")).toBe(process.env.PATH);
  expect(environment.names()).toContain("PATH");
});
