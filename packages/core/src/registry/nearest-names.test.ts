import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nearestNames } from "./nearest-names.ts";

const tools = [
  "read_file",
  "write_file",
  "edit_file",
  "list_directory",
  "search_text",
  "run_command",
];

describe("nearestNames", () => {
  test.each([
    "readFile",
    "ReadFile",
    "read-file",
    "READ_FILE",
    "read.file",
    "read_fiel",
    "raed_file",
    "read_fil",
    "red_file",
  ])("takes %s for read_file", (wanted) => {
    expect(nearestNames(wanted, tools)[0]).toBe("read_file");
  });

  test("takes a beginning and a shared word", () => {
    expect(nearestNames("read", tools)).toEqual(["read_file"]);
    expect(nearestNames("list", tools)).toEqual(["list_directory"]);
    expect(nearestNames("read_text_file", tools)).toContain("read_file");
  });

  test("finds short field names by one slip", () => {
    expect(nearestNames("pth", ["path", "offset"])).toEqual(["path"]);
    expect(nearestNames("al", ["old", "new", "all"])).toEqual(["all"]);
  });

  test("finds nothing when nothing is near", () => {
    expect(nearestNames("cat", tools)).toEqual([]);
    expect(nearestNames("write_todos", [...tools, "write_file"])).toEqual([]);
    expect(nearestNames("TodoWrite", ["Write"])).toEqual([]);
    expect(nearestNames("a", ["b", "c"])).toEqual([]);
    expect(nearestNames("", tools)).toEqual([]);
    expect(nearestNames("___", tools)).toEqual([]);
    expect(nearestNames("read_file", [])).toEqual([]);
  });

  test("puts the nearest first and returns no more than asked for", () => {
    expect(nearestNames("read_file", ["read_files", "read_file", "red_file"], 2)).toEqual([
      "read_file",
      "read_files",
    ]);
  });

  test("never throws and only returns names of the list", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.array(fc.string({ unit: "binary", maxLength: 12 })),
        (wanted, names) => {
          const near = nearestNames(wanted, names);
          expect(near.length).toBeLessThanOrEqual(3);
          expect(near.every((name) => names.includes(name))).toBe(true);
        },
      ),
    );
  });

  test("stays fast for a huge name among thousands", () => {
    const names = Array.from({ length: 5_000 }, (_, index) => `tool_number_${index}`);
    expect(nearestNames("tool".repeat(1_000_000), names)).toEqual([]);
  });
});
