import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { renameFields } from "./rename-fields.ts";

const names = { old_string: "oldString", replace_all: "replaceAll", offset: "start_line" };

describe("renameFields", () => {
  test("tells a message in the other set's names", () => {
    expect(renameFields("Add lines to old_string, or set replace_all: true.", names)).toBe(
      "Add lines to oldString, or set replaceAll: true.",
    );
  });

  test("keeps the article right", () => {
    expect(renameFields("Use an offset from 1 to 9.", names)).toBe("Use a start_line from 1 to 9.");
    expect(renameFields("Name a path.", { path: "uri" })).toBe("Name an uri.");
  });

  test("takes no new name for an old one", () => {
    expect(renameFields("Set a to b.", { a: "b", b: "c" })).toBe("Set b to c.");
  });

  test("leaves quoted values and longer words alone", () => {
    const text = "No match for 'offset' in 'it's old_string': no myoffset, no offset-x.";
    expect(renameFields(text, names)).toBe(text);
  });

  test("takes the apostrophe of a word for no quote", () => {
    expect(renameFields("old_string isn't there, and offset doesn't fit.", names)).toBe(
      "oldString isn't there, and start_line doesn't fit.",
    );
  });

  test("leaves excerpts of a file alone, and what was given after its name", () => {
    const text = [
      "old_string isn't in the file. Nearest place:",
      "  12  const old_string = offset;",
      "≠ 13  old_string: offset,",
      "  old_string has: old_string(offset),",
    ].join("\n");
    expect(renameFields(text, names)).toBe(
      [
        "oldString isn't in the file. Nearest place:",
        "  12  const old_string = offset;",
        "≠ 13  old_string: offset,",
        "  oldString has: old_string(offset),",
      ].join("\n"),
    );
  });

  describe("leaves out advice about a field that isn't there:", () => {
    test.for([
      [
        "No file matches 'a, b': every match is excluded by ignore rules (.gitignore and the like, node_modules); set include_ignored: true to see it.",
        "No file matches 'a, b': every match is excluded by ignore rules (.gitignore and the like, node_modules).",
      ],
      [
        "100 of 300 files are shown; narrow the pattern or path, or raise limit (now 100).",
        "100 of 300 files are shown; narrow the pattern or path.",
      ],
      [
        "Lines 1 to 9 are shown; there are more. Continue with offset: 9, or narrow the search.",
        "Lines 1 to 9 are shown; there are more. Narrow the search.",
      ],
      ["There is more. Raise limit.", "There is more."],
    ] as const)("%s", ([text, expected]) => {
      expect(renameFields(text, { include_ignored: null, limit: null, offset: null })).toBe(
        expected,
      );
    });
  });

  test("changes nothing when every field has the same name", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(renameFields(text, {})).toBe(text);
      }),
    );
  });

  test("changes nothing in a text without the fields, whatever it holds", () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !/offset|replace_all/.test(text)),
        (text) => {
          expect(renameFields(text, { offset: null, replace_all: "replaceAll" })).toBe(text);
        },
      ),
    );
  });
});
