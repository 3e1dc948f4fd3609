import { expect, test } from "vitest";
import { contentParts } from "./content-parts.ts";

test("converts every kind of content", () => {
  const parts = contentParts([
    { type: "text", text: "hello" },
    { type: "image", data: "aGk=", mimeType: "image/png" },
    { type: "audio", data: "aGk=", mimeType: "audio/wav" },
    { type: "resource", resource: { uri: "x://a", mimeType: "text/plain", text: "in it" } },
    { type: "resource", resource: { uri: "x://b", blob: "aGk=" } },
    { type: "resource_link", uri: "x://c", name: "c", title: "The c", mimeType: "text/csv" },
  ]);
  expect(parts).toEqual([
    { type: "text", text: "hello" },
    { type: "image", data: "aGk=", mimeType: "image/png" },
    { type: "audio", data: "aGk=", mimeType: "audio/wav" },
    { type: "resource", uri: "x://a", mimeType: "text/plain", text: "in it" },
    { type: "resource", uri: "x://b", data: "aGk=" },
    { type: "resource", uri: "x://c", name: "The c", mimeType: "text/csv" },
  ]);
});

test.each([
  [{ type: "hologram", data: 1 }],
  ["loose text"],
  [null],
  [{ type: "image" }],
  [{ type: "resource" }],
])("what isn't known costs only itself: %j", (block) => {
  const parts = contentParts([block, { type: "text", text: "after" }]);
  expect(parts).toHaveLength(2);
  expect(parts[0]).toMatchObject({ type: "text", text: expect.stringContaining("unknown kind") });
  expect(parts[1]).toEqual({ type: "text", text: "after" });
});

test("treats anything but a list as no content", () => {
  expect(contentParts(undefined)).toEqual([]);
});
