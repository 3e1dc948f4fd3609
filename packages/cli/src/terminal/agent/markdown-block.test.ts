import { expect, test } from "vitest";
import { themeFor } from "../../text/theme.ts";
import { loadHighlight } from "./highlight.ts";
import { markdownBlock } from "./markdown-block.ts";

const colours = themeFor({ LANG: "C.UTF-8" });
const plain = themeFor({ LANG: "C.UTF-8", NO_COLOR: "1" });
const highlight = await loadHighlight();

const drawn = (text: string, look = plain, width = 60): string =>
  markdownBlock(text, { look, highlight: () => highlight })
    .render(width)
    .join("\n");

test("draws headings, lists, tables and code", () => {
  expect(
    drawn(
      "# Title\n\nSome **bold** `code`.\n\n- one\n- two\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```ts\nlet x = 1;\n```",
    ),
  ).toBe(
    [
      "Title",
      "",
      "Some bold code.",
      "",
      "- one",
      "- two",
      "",
      "┌───┬───┐",
      "│ a │ b │",
      "├───┼───┤",
      "│ 1 │ 2 │",
      "└───┴───┘",
      "",
      "```ts",
      "  let x = 1;",
      "```",
    ].join("\n"),
  );
});

test("draws tables without box characters where there are none", () => {
  expect(drawn("| a |\n| - |\n| 1 |", themeFor({ LANG: "C", NO_COLOR: "1" }))).toBe(
    "+---+\n| a |\n+---+\n| 1 |\n+---+",
  );
});

test("colours code in a language that is known", () => {
  expect(drawn("```ts\nconst a = 'x<y'; // z\n```", colours)).toContain(
    "\u001b[35mconst\u001b[39m",
  );
  expect(drawn("```ts\nconst a = 'x<y' && 1;\n```", colours)).toContain("'x<y'");
  expect(drawn("```unheard-of\nconst a;\n```", colours)).toContain("\n  const a;\n");
});

const attacks = [
  ["the clipboard", "\u001b]52;c;cm0gLXJmIC8=\u0007"],
  ["a link of the terminal", "\u001b]8;;https://evil.example\u001b\\text\u001b]8;;\u001b\\"],
  ["a move of the cursor", "\u001b[2A\u001b[2K"],
  ["a colour", "\u001b[31m"],
  ["an 8-bit sequence", "\u009b2J\u009d0;title\u009c"],
  ["reversed text", "\u202eevil\u202c"],
  ["a device command", "\u001bP+q544e\u001b\\"],
  ["an unfinished sequence", "\u001b["],
  ["an entity", "&#27;[2J&#x9b;2J&#x202e;"],
] as const;

const places: readonly (readonly [string, (attack: string) => string])[] = [
  ["text", (attack) => `a ${attack} b`],
  ["a heading", (attack) => `# a ${attack} b`],
  ["a list", (attack) => `- a ${attack} b`],
  ["inline code", (attack) => `\`a ${attack} b\``],
  ["a code block", (attack) => `\`\`\`ts\nlet a = "${attack}";\n\`\`\``],
  ["a code block's language", (attack) => `\`\`\`${attack}\nx\n\`\`\``],
  ["a table", (attack) => `| a |\n| - |\n| ${attack} |`],
  ["a link's text", (attack) => `[${attack}](https://a.example)`],
  ["a link's address", (attack) => `[a](<https://a.example/${attack}>)`],
  ["a link's title", (attack) => `[a](https://a.example "${attack}")`],
  ["an image", (attack) => `![${attack}](https://a.example)`],
  ["a quote", (attack) => `> ${attack}`],
  ["HTML", (attack) => `<b title="${attack}">x</b>`],
  ["a formula", (attack) => `$$\\text{${attack}}$$`],
];

const escape = "\u001b";
const ours = new RegExp(`${escape}\\[(?:\\d+|38;5;\\d+)m`, "g");
const hidden = /[^\P{Cc}\n]|[\u202a-\u202e]/u;

test.each(attacks)("lets %s reach the terminal from no place of the Markdown", (_name, attack) => {
  for (const [place, text] of places) {
    for (const look of [plain, colours]) {
      const rows = drawn(text(attack), look);
      const rest = look === plain ? rows : rows.replaceAll(ours, "");
      expect({ place, isHidden: hidden.test(rest) }).toEqual({ place, isHidden: false });
      expect(rows).not.toContain("\u001b[31m");
    }
  }
});

test("writes out the address of a link, whatever its text says", () => {
  expect(drawn("[https://good.example](https://evil.example)")).toBe(
    "https://good.example (https://evil.example)",
  );
});

test("code that was drawn before the highlighter came gets its colours later", () => {
  let late: typeof highlight | null = null;
  const block = markdownBlock("```ts\nconst a = 1;\n```", { look: colours, highlight: () => late });
  expect(block.render(60).join("\n")).toContain("const a = 1;");
  late = highlight;
  expect(block.render(60).join("\n")).toContain("\u001b[35mconst\u001b[39m");
});
