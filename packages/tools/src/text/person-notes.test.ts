import { expect, test } from "vitest";
import { openToolSession } from "../fixtures/tool-session.ts";

const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join("");

const files = {
  "long.txt": lines(1_200),
  "one.txt": "line 1\n",
  "empty.txt": "",
  "src/a.ts": "export const a = 1;\n",
  "book.ipynb": JSON.stringify({
    cells: [{ cell_type: "markdown", metadata: {}, source: ["hi"] }],
    metadata: {},
    nbformat: 4,
    nbformat_minor: 5,
  }),
};

test.each([
  ["read_file", { path: "long.txt", limit: 1_000 }, "Read 1,000 lines of 1,200"],
  ["read_file", { path: "long.txt", from_end: 3 }, "Read 3 lines of 1,200"],
  ["read_file", { path: "one.txt" }, "Read 1 line"],
  ["read_file", { path: "empty.txt" }, "Read 0 lines"],
  ["read_file", { path: "book.ipynb" }, "Read 1 cell"],
  [
    "read_file",
    { path: "long.txt", around: { keyword: "line 5", occurrence: "all" } },
    "Read around 111 places",
  ],
  ["read_many_files", { paths: ["one.txt", "src/*.ts"] }, "Read 2 files"],
  ["read_many_files", { paths: ["one.txt", "src"] }, "Read 1 file; 1 left out"],
  ["list_directory", {}, "Listed 5 entries"],
  ["find_files", { pattern: "*.txt" }, "Found 3 files"],
  ["find_files", { pattern: "*.txt", limit: 1 }, "Found 3 files; 1 shown"],
  ["search_text", { pattern: "line 1$" }, "Found 2 matching lines in 2 files"],
  ["search_text", { pattern: "line", limit: 5 }, "Found 1,201 matching lines; 5 shown"],
  ["search_text", { pattern: "line", mode: "files" }, "Found 2 files with a match"],
  ["search_text", { pattern: "line 1$", context: 1 }, "Found 2 matching lines in 2 files"],
] as const)("%s %j tells the person in one line: %s", async (tool, input, text) => {
  const { call } = await openToolSession({ files });
  const { display, error } = await call(tool, input);
  expect({ error, display }).toEqual({ error: null, display: { type: "text", text } });
});

test("an unchanged file is told as such", async () => {
  const { call } = await openToolSession({ files });
  await call("read_file", { path: "one.txt" });
  const { display } = await call("read_file", { path: "one.txt", unless_changed: true });
  expect(display).toEqual({ type: "text", text: "Unchanged since it was last read" });
});

test("a result that is one line itself has no other display", async () => {
  const { call } = await openToolSession({ files });
  for (const [tool, input] of [
    ["search_text", { pattern: "no-such-line" }],
    ["find_files", { pattern: "*.none" }],
  ] as const) {
    expect((await call(tool, input)).display).toBeNull();
  }
});
