import type { Key } from "ink";

/** One key: `text` with what was typed, or a named key as `left`, `ctrl-a`, `alt-b`, `shift-tab`. */
export interface KeyPress {
  readonly name: string;
  /** Empty for named keys. */
  readonly text: string;
}

/**
 * The keys in what the terminal library hands over at once: text that was typed or sent quickly
 * arrives in one piece, with the Enter or Ctrl-U that was in it.
 */
export function keyPresses(input: string, key: Key): readonly KeyPress[] {
  if (key.eventType === "release") return [];
  const name = nameOf(key);
  if (name !== null) return [named(withModifiers(name, key))];
  if (key.ctrl) return input === "" ? [] : [named(`ctrl-${input.toLowerCase()}`)];
  if (key.meta) return input === "\r" ? [named("newline")] : [named(`alt-${input.toLowerCase()}`)];
  return typedKeys(input);
}

const named = (name: string): KeyPress => ({ name, text: "" });

function nameOf(key: Key): string | null {
  if (key.return) return key.meta || key.shift ? "newline" : "return";
  if (key.tab) return key.shift ? "shift-tab" : "tab";
  if (key.escape) return "escape";
  if (key.backspace) return "backspace";
  if (key.delete) return "delete";
  if (key.leftArrow) return "left";
  if (key.rightArrow) return "right";
  if (key.upArrow) return "up";
  if (key.downArrow) return "down";
  if (key.home) return "home";
  if (key.end) return "end";
  if (key.pageUp) return "page-up";
  if (key.pageDown) return "page-down";
  return null;
}

const modified = new Set(["left", "right", "up", "down", "backspace", "delete"]);

function withModifiers(name: string, key: Key): string {
  if (!modified.has(name)) return name;
  if (key.ctrl) return `ctrl-${name}`;
  return key.meta ? `alt-${name}` : name;
}

function typedKeys(input: string): KeyPress[] {
  return (input.match(/\p{Cc}|\P{Cc}+/gu) ?? []).flatMap((piece) => {
    if (!/\p{Cc}/u.test(piece)) return [{ name: "text", text: piece }];
    const name = controlNames[piece.charCodeAt(0)];
    return name === undefined ? [] : [named(name)];
  });
}

const letters = Array.from("abcdefghijklmnopqrstuvwxyz", (letter) => `ctrl-${letter}`);

/** By their codes. A line feed is an Enter, too: programs that type for people send it. */
const controlNames: Readonly<Record<number, string>> = {
  ...Object.fromEntries(letters.map((name, index) => [index + 1, name])),
  8: "backspace",
  9: "tab",
  10: "return",
  13: "return",
  27: "escape",
  127: "backspace",
};
