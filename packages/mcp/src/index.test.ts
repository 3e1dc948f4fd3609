import { expect, it } from "vitest";
import * as api from "./index.ts";

it("exports only the public names", () => {
  expect(Object.keys(api).toSorted()).toEqual(["createServerHub", "keepEras", "serverToolName"]);
});
