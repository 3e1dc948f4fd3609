import { expect, it } from "vitest";
import * as runtime from "./index.ts";

it("exports just these values", () => {
  expect(Object.keys(runtime).toSorted()).toEqual(["followChanges", "openToolwright"]);
});
