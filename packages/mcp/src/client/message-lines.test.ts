import { expect, test } from "vitest";
import { type MessageLine, MessageLines } from "./message-lines.ts";

function linesOf(chunks: readonly string[], maxBytes = 1_000): readonly MessageLine[] {
  const lines: MessageLine[] = [];
  const splitter = new MessageLines(maxBytes, (line) => lines.push(line));
  for (const chunk of chunks) splitter.push(Buffer.from(chunk, "latin1"));
  return lines;
}

test("splits a stream however it is cut, even within characters", () => {
  const bytes = Buffer.from('{"a":"é"}\n\r\n  \n{"b":1}\nrest', "utf8").toString("latin1");
  const expected = [
    { kind: "line", text: '{"a":"é"}' },
    { kind: "line", text: '{"b":1}' },
  ];
  expect(linesOf([bytes])).toEqual(expected);
  expect(linesOf(Array.from(bytes))).toEqual(expected);
});

test("drops only a line over the limit, and keeps its ends", () => {
  const long = `{"id":7,${"x".repeat(2_000)},"id":8}`;
  for (const chunks of [[`${long}\nnext\n`], Array.from(`${long}\nnext\n`)]) {
    const [first, second] = linesOf(chunks);
    expect(second).toEqual({ kind: "line", text: "next" });
    expect(first).toMatchObject({ kind: "too-long", bytes: long.length });
    expect(first).toHaveProperty("tail", expect.stringMatching(/,"id":8\}$/));
    expect(first).toHaveProperty("head", expect.stringMatching(/^\{/));
  }
});
