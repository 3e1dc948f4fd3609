import { decodeKittyPrintable, parseKey } from "@earendil-works/pi-tui";
import type { Emulator } from "./emulator.ts";

const pasteStart = "\u001b[200~";
const pasteEnd = "\u001b[201~";

/** Keys with a final letter, and those with a number. */
const letters: Readonly<Record<string, string>> = {
  up: "A",
  down: "B",
  right: "C",
  left: "D",
  end: "F",
  home: "H",
};
const numbers: Readonly<Record<string, number>> = {
  insert: 2,
  delete: 3,
  pageUp: 5,
  pageDown: 6,
  f5: 15,
  f6: 17,
  f7: 18,
  f8: 19,
  f9: 20,
  f10: 21,
  f11: 23,
  f12: 24,
};
const functionLetters: Readonly<Record<string, string>> = { f1: "P", f2: "Q", f3: "R", f4: "S" };
const single: Readonly<Record<string, string>> = {
  enter: "\r",
  tab: "\t",
  escape: "\u001b",
  backspace: "\u007f",
  space: " ",
};

/**
 * A key or paste as a program in a plain terminal expects it. The person's terminal may have been asked for newer
 * forms of keys, which the program doesn't know. Empty for what is no key.
 */
export function programInput(data: string, modes: Emulator["modes"]): string {
  if (data.startsWith(pasteStart)) return pasted(data, modes);
  const printable = decodeKittyPrintable(data);
  if (printable !== undefined) return printable;
  // Everything but keys with a sequence of their own is typed as it came.
  if (!data.startsWith("\u001b[") && !data.startsWith("\u001bO")) return data;
  const key = parseKey(data);
  return key === undefined ? "" : keySequence(key, modes);
}

/** A program that asks for marks gets them; no paste can end its own mark. */
function pasted(data: string, { bracketedPasteMode }: Emulator["modes"]): string {
  const text = data
    .slice(pasteStart.length)
    .replaceAll(pasteEnd, "")
    .replaceAll(pasteStart, "")
    .replace(/\r?\n/g, "\r");
  return bracketedPasteMode ? pasteStart + text + pasteEnd : text;
}

function keySequence(name: string, { applicationCursorKeysMode }: Emulator["modes"]): string {
  const parts = name.split("+");
  const key = parts.pop() || "+";
  const modifiers = new Set(parts);
  const code =
    1 +
    (modifiers.has("shift") ? 1 : 0) +
    (modifiers.has("alt") ? 2 : 0) +
    (modifiers.has("ctrl") ? 4 : 0);
  const letter = letters[key];
  if (letter !== undefined) {
    if (code > 1) return `\u001b[1;${code}${letter}`;
    return `\u001b${applicationCursorKeysMode ? "O" : "["}${letter}`;
  }
  const functionLetter = functionLetters[key];
  if (functionLetter !== undefined) {
    return code > 1 ? `\u001b[1;${code}${functionLetter}` : `\u001bO${functionLetter}`;
  }
  const number = numbers[key];
  if (number !== undefined) return `\u001b[${number}${code > 1 ? `;${code}` : ""}~`;
  if (key === "tab" && modifiers.has("shift")) return "\u001b[Z";
  return (modifiers.has("alt") ? "\u001b" : "") + character(key, modifiers);
}

function character(key: string, modifiers: ReadonlySet<string>): string {
  const typed = single[key] ?? key;
  if (typed.length !== 1) return "";
  if (!modifiers.has("ctrl")) return modifiers.has("shift") ? typed.toUpperCase() : typed;
  if (key === "space") return "\0";
  const code = typed.toUpperCase().charCodeAt(0);
  return code >= 64 && code < 96 ? String.fromCharCode(code - 64) : typed;
}
