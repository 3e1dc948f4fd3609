import { createScanner, findNodeAtLocation, type Node, parseTree } from "jsonc-parser";

/** A key of the whole, or of an object in it. */
export type KeyPath = readonly [key: string] | readonly [parent: string, key: string];

/** A scanner token. The library's own constants are a const enum, which can't be imported. */
const commaToken = 5;

/**
 * Sets a key of the object at a path in JSON with comments, and creates the object if needed. The rest
 * of the text stays unchanged. The library's own edits would reformat neighbouring text, and put new
 * keys before the last line's comment.
 *
 * Shapes: the text is a JSON object without errors.
 */
export function setJsonKey(text: string, path: KeyPath, value: unknown): string {
  const [outerKey] = path;
  const key = path.at(-1) ?? "";
  const root = rootOf(text);
  const parent = findNodeAtLocation(root, path.slice(0, -1));
  if (parent === undefined) return insertKey(text, root, outerKey, { [key]: value });
  const old = findNodeAtLocation(root, [...path]);
  if (old === undefined) return insertKey(text, parent, key, value);
  const next = rendered(value, indentAt(text, old.parent?.offset ?? old.offset), text);
  return splice(text, old.offset, old.length, next);
}

/** Removes a key, its line if it has one of its own, and the extra comma. */
export function removeJsonKey(text: string, path: KeyPath): string {
  const property = findNodeAtLocation(rootOf(text), [...path])?.parent;
  const siblings = property?.parent?.children;
  if (property === undefined || siblings === undefined) return text;
  const end = endOf(property);
  const comma = commaAfter(text, end);
  const previous = siblings[siblings.indexOf(property) - 1];
  const isLast = siblings.at(-1) === property;
  const [from, to] = lineRange(text, property.offset, comma === null ? end : comma + 1);
  const without = splice(text, from, to - from, "");
  const extra =
    isLast && comma === null && previous !== undefined ? commaAfter(text, endOf(previous)) : null;
  return extra === null ? without : splice(without, extra, 1, "");
}

function rootOf(text: string): Node {
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (root?.type !== "object") throw new Error("the text is a JSON object");
  return root;
}

function insertKey(text: string, object: Node, key: string, value: unknown): string {
  const newline = newlineOf(text);
  const outer = indentAt(text, object.offset);
  const last = object.children?.at(-1);
  const inner = last === undefined ? outer + unitOf(text) : childIndent(text, object, last);
  const close = endOf(object) - 1;
  const isComplete = last === undefined || commaAfter(text, endOf(last)) !== null;
  const withComma = isComplete ? text : splice(text, endOf(last), 0, ",");
  const shifted = isComplete ? close : close + 1;
  // After the last item of the object, which may be a comment.
  const at = withComma.slice(0, shifted).trimEnd().length;
  const gap = withComma.slice(at, shifted);
  const tail = gap.includes("\n") ? gap : newline + outer;
  const line = `${newline}${inner}${JSON.stringify(key)}: ${rendered(value, inner, text)}`;
  return splice(withComma, at, gap.length, line + tail);
}

function childIndent(text: string, object: Node, child: Node): string {
  const before = text.slice(object.offset, child.offset);
  return before.includes("\n")
    ? indentAt(text, child.offset)
    : indentAt(text, object.offset) + unitOf(text);
}

function rendered(value: unknown, indent: string, text: string): string {
  const json = JSON.stringify(value, null, unitOf(text));
  return json.replaceAll("\n", newlineOf(text) + indent);
}

/** The indentation of the line at an offset. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start))?.[0] ?? "";
}

function unitOf(text: string): string {
  return /^([ \t]+)\S/m.exec(text)?.[1] ?? "  ";
}

function newlineOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

/** The offset of the comma after a value, past comments; null if there is none. */
function commaAfter(text: string, offset: number): number | null {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  return (scanner.scan() as number) === commaToken ? scanner.getTokenOffset() : null;
}

/** The range, extended to whole lines if these have nothing else but a comment at the end. */
function lineRange(text: string, from: number, to: number): readonly [number, number] {
  const lineStart = text.lastIndexOf("\n", from - 1) + 1;
  const rest = /^[ \t]*(?:\/\/[^\n]*|\/\*(?:(?!\*\/)[^\n])*\*\/[ \t]*\r?)?(?=\n)/.exec(
    text.slice(to),
  );
  const isAlone = text.slice(lineStart, from).trim() === "" && lineStart > 0 && rest !== null;
  if (isAlone) return [lineStart - 1 - (text[lineStart - 2] === "\r" ? 1 : 0), to + rest[0].length];
  const gap = /^[ \t]*/.exec(text.slice(to))?.[0].length ?? 0;
  return [from, to + gap];
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

function splice(text: string, offset: number, length: number, inserted: string): string {
  return text.slice(0, offset) + inserted + text.slice(offset + length);
}
