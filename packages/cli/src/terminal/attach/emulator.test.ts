import { expect, onTestFinished, test } from "vitest";
import { type Emulator, openEmulator } from "./emulator.ts";
import { styledCells } from "./styled-cells.ts";

const looks = new RegExp(String.raw`\x1b\[[\d;]*m`, "g");

async function emulate(
  output: string,
  size = { columns: 20, rows: 4 },
): Promise<{ readonly emulator: Emulator; readonly replies: string[]; readonly drawn: string[] }> {
  const emulator = await openEmulator(size);
  onTestFinished(() => emulator.close());
  const replies: string[] = [];
  emulator.onReply((reply) => replies.push(reply));
  await emulator.write(new TextEncoder().encode(output));
  const drawn = emulator.rows().map(({ cells }) => styledCells(cells, true));
  return { emulator, replies, drawn };
}

test("a screen has the program's characters where it put them", async () => {
  const { drawn, emulator } = await emulate("one\r\n\u001b[3;5Hthree\u001b[1;1HO");
  expect(drawn).toEqual(["One", "", "    three", ""]);
  expect(emulator.cursor).toEqual({ row: 0, column: 1 });
});

test.each([
  ["a clipboard", "\u001b]52;c;ZXZpbA==\u0007"],
  ["a title", "\u001b]0;evil\u0007\u001b]2;evil\u001b\\"],
  ["a link", "\u001b]8;;https://evil.example\u0007"],
  ["a notification", "\u001b]9;evil\u0007\u001b]777;notify;a;b\u0007\u001b]99;;evil\u001b\\"],
  [
    "an image",
    "\u001bPq#0;2;0;0;0~-\u001b\\\u001b_Gf=100;AAAA\u001b\\\u001b]1337;File=:AAAA\u0007",
  ],
  ["a window", "\u001b[8;200;200t\u001b[14t\u001b[21t\u001b[22;0t"],
  ["a mode of keys", "\u001b[>7u\u001b[>4;2m\u001b[?1003h\u001b[?1004h"],
  ["a bell", "\u0007\u0007"],
  ["an unfinished sequence", "\u001b]52;c;ZX"],
  ["C1 controls", "\u009b31m\u009d52;c;eA==\u009c\u0090q\u009c"],
])("%s never gets through", async (_, sequence) => {
  const { drawn } = await emulate(`a${sequence}`);
  const shown = drawn.join("\n");
  expect(shown).toMatch(/^a/);
  // Only our own sequences for looks are left.
  expect(shown.replaceAll(looks, "")).not.toMatch(/[^\P{Cc}\n]/u);
});

test("queries are answered to the program, with nothing of the person's terminal or the program's words", async () => {
  const { replies, drawn } = await emulate(
    "\u001b[6n\u001b[c\u001b]0;rm -rf\u0007\u001b[21t\u001bP$qm\u001b\\",
  );
  expect(drawn.join("")).toBe("");
  expect(replies[0]).toBe("\u001b[1;1R");
  expect(replies.join("")).not.toContain("rm");
});

test("characters that change their surroundings are shown as a sign", async () => {
  const { drawn } = await emulate("a\u202eb\u2066c\u200bd");
  expect(drawn.join("")).not.toMatch(/\p{Bidi_Control}/u);
});

test("colours and attributes are drawn with our own sequences, and without colours the attributes stay", async () => {
  const output =
    "\u001b[1;31mred\u001b[0m \u001b[7minverse\u001b[0m \u001b[38;2;1;2;3;48;5;200mrgb";
  const { drawn, emulator } = await emulate(output);
  expect(drawn[0]).toBe(
    "\u001b[0;1;31mred\u001b[0m \u001b[0;7minverse\u001b[0m \u001b[0;38;2;1;2;3;48;5;200mrgb\u001b[0m",
  );
  const [row] = emulator.rows();
  expect(styledCells(row?.cells ?? [], false)).toBe(
    "\u001b[0;1mred\u001b[0m \u001b[0;7minverse\u001b[0m rgb",
  );
});

test("wide characters take their columns, and concealed ones are blank", async () => {
  const { drawn } = await emulate("世界\u001b[8mpass\u001b[0m!");
  expect(drawn[0]?.replaceAll(looks, "")).toBe("世界    !");
});

test("a hidden cursor is known, and full-screen programs leave what was printed before", async () => {
  const { emulator } = await emulate("before\r\n\u001b[?1049h\u001b[?25lfull screen");
  expect(emulator.cursor).toBeNull();
  expect(emulator.printed(10)).toEqual(["before"]);
});

test("a flood is kept to the last lines", async () => {
  const { emulator } = await emulate("x\r\n".repeat(10_000) + "end\r\n");
  expect(emulator.printed(100_000).length).toBeLessThan(300);
  expect(emulator.printed(1)).toEqual(["end"]);
});
