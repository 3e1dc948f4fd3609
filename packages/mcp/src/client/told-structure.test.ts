import { text } from "@toolwright/core";
import { describe, expect, test } from "vitest";
import { withStructure } from "./told-structure.ts";

describe("withStructure", () => {
  const structured = { place: 'the "moon"\n', degrees: -23.5, clear: true, none: null };

  test("adds nothing to complete content, as JSON or as text", () => {
    for (const told of [
      JSON.stringify(structured),
      JSON.stringify(structured, null, 4),
      'At the "moon"\n it is -23.5 degrees; clear: true; wind: null.',
    ]) {
      expect(withStructure([text(told)], structured)).toEqual([text(told)]);
    }
    expect(withStructure([text("done")], undefined)).toEqual([text("done")]);
  });

  test("adds the structure to incomplete content", () => {
    const content = withStructure([text("Cold.")], structured);
    expect(content[0]).toEqual(text("Cold."));
    expect(JSON.parse(content[1]?.type === "text" ? content[1].text : "")).toEqual(structured);
    expect(withStructure([], structured)).toHaveLength(1);
    expect(
      withStructure([{ type: "image", data: "aQ==", mimeType: "image/png" }], [1]),
    ).toHaveLength(2);
  });

  test("is fast for a large structure", () => {
    const rows = Array.from({ length: 200_000 }, (_, index) => ({ id: index }));
    const content = [text("x".repeat(1_000_000))];
    expect(withStructure(content, { rows })).toHaveLength(2);
    expect(withStructure([text(JSON.stringify({ rows }))], { rows })).toHaveLength(1);
  });
});
