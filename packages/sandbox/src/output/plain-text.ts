/**
 * The readable part of text written for a terminal: escape sequences and control characters removed, the last
 * version of overwritten lines (progress bars), and `\n` as the only line end. Takes linear time for any
 * text.
 */
export function plainText(text: string): string {
  const withoutEscapes = terminalCode.test(text) ? text.replaceAll(terminalCodes, "") : text;
  if (!/[\r\b]/.test(withoutEscapes)) return withoutEscapes;
  return withoutEscapes
    .split("\n")
    .map((line) => eraseBackwards(lastVersion(line)))
    .join("\n");
}

// Source: ECMA-48, sections 5.3 to 5.6; xterm's control sequences for BEL as a string terminator.
const control = String.raw`[\x00-\x07\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]`;
const code = [
  // CSI: colours, cursor movements
  String.raw`(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?`,
  // OSC: titles, links. An unclosed one must not swallow the next lines.
  String.raw`(?:\x1b\]|\x9d)[^\x07\x1b\x80-\x9f\n]*(?:\x07|\x1b\\|\x9c)`,
  // DCS, SOS, PM, APC: images and the like
  String.raw`(?:\x1b[PX^_]|[\x90\x98\x9e\x9f])[^\x1b\x80-\x9f]*(?:\x1b\\|\x9c)`,
  // the rest: charsets, keypad modes, resets
  String.raw`\x1b[ -/]*[0-~]?`,
  control,
].join("|");

const terminalCode = new RegExp(code);
const terminalCodes = new RegExp(code, "g");

/** Keeps a line that ends in `\r\n`, since nothing overwrites it. */
function lastVersion(line: string): string {
  if (!line.includes("\r")) return line;
  return line.split("\r").findLast((version) => version !== "") ?? "";
}

function eraseBackwards(line: string): string {
  if (!line.includes("\b")) return line;
  const kept: string[] = [];
  for (const character of line) {
    if (character === "\b") kept.pop();
    else kept.push(character);
  }
  return kept.join("");
}
