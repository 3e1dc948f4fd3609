import { expect, it } from "vitest";
import * as api from "./index.ts";

it("exports the analysis and nothing else", () => {
  expect(Object.keys(api)).toEqual(["analyze"]);
});
