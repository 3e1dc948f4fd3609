import { messageOf } from "../errors.ts";
import { utf8Length } from "../output/utf8.ts";
import type { InputIssue } from "./issues.ts";
import { isNestedDeeper, parseJsonText } from "./json-text.ts";
import { formatPath, type PathSegment } from "./path.ts";

export interface InputLimits {
  /** UTF-8 bytes of all texts and field names, plus 8 for each value. Default: 16 MiB. */
  readonly maxBytes: number;
  /** How deeply objects and lists may be nested. Default: 256. */
  readonly maxDepth: number;
}

export const defaultInputLimits: InputLimits = { maxBytes: 16 * 1024 * 1024, maxDepth: 256 };

/**
 * Copies a call's untrusted input into plain JSON data of our own, so that nobody can change it afterwards. Each
 * field is read once.
 *
 * A text is parsed as JSON, because some model APIs send arguments as text; empty text and `undefined` become
 * `{}`. Undefined fields are dropped. A key `__proto__` stays an ordinary field. Values that aren't JSON
 * (functions, symbols, bigints, NaN, dates, class instances), a root that is not an object, and values above the
 * limits are an issue. Never throws.
 */
export function copyInput(
  value: unknown,
  limits: InputLimits = defaultInputLimits,
): { readonly value: Record<string, unknown> } | { readonly issue: InputIssue } {
  const data = typeof value === "string" ? parseArguments(value, limits) : { value };
  if ("issue" in data) return data;
  const root = data.value === undefined ? {} : data.value;
  if (typeof root !== "object" || root === null) return { issue: rootIssue(root) };
  const copy = copyJson(root, limits);
  if ("issue" in copy) return copy;
  if (Array.isArray(copy.value)) return { issue: rootIssue(copy.value) };
  // Everything except a list was copied into a plain object.
  return copy as { value: Record<string, unknown> };
}

/** Like `copyInput`, for JSON data with any root. */
export function copyJson(
  value: unknown,
  limits: InputLimits,
): { readonly value: unknown } | { readonly issue: InputIssue } {
  const copying = new Copying(limits);
  try {
    const copy = copying.copy(value, limits.maxDepth);
    if (copy === refused) return { issue: copying.issue() };
    return copying.isTooLarge(copy) ? { issue: sizeIssue(limits, "") } : { value: copy };
  } catch (thrown) {
    // Only a getter or proxy of the host throws, never data from a model.
    const message = `The input can't be read as plain data: ${messageOf(thrown).slice(0, 80)}`;
    return { issue: { path: "", message } };
  }
}

function parseArguments(
  text: string,
  limits: InputLimits,
): { readonly value: unknown } | { readonly issue: InputIssue } {
  if (text.length > limits.maxBytes) return { issue: sizeIssue(limits, "") };
  if (/^\s*$/.test(text)) return { value: {} };
  if (isNestedDeeper(text, limits.maxDepth)) return { issue: depthIssue(limits, "") };
  const parsed = parseJsonText(text);
  if ("value" in parsed) return parsed;
  const { line, column, near, isCutShort } = parsed.error;
  const what = isCutShort
    ? "ends too early, as if cut off"
    : `is wrong near ${JSON.stringify(near)}`;
  const message = `The input is not valid JSON: at line ${line}, column ${column} it ${what}. Send the arguments as one JSON object.`;
  return { issue: { path: "", message } };
}

const refused = Symbol("refused");
type Refused = typeof refused;

/** One copying: its size so far, and why and where it was refused. */
class Copying {
  readonly #limits: InputLimits;
  #bytes = 0;
  #textLength = 0;
  #reason: string | ((path: string) => InputIssue) = "";
  /** Innermost first, because it is collected on the way out. */
  readonly #path: PathSegment[] = [];

  constructor(limits: InputLimits) {
    this.#limits = limits;
  }

  issue(): InputIssue {
    const path = formatPath(this.#path.toReversed());
    if (typeof this.#reason === "function") return this.#reason(path);
    const subject = path === "" ? "The input" : `'${path}'`;
    return { path, message: `${subject} ${this.#reason}, which is not JSON data.` };
  }

  /** Counts the bytes of texts only if their length times 3 would exceed the limit. */
  isTooLarge(copy: unknown): boolean {
    if (this.#bytes + 2 * this.#textLength <= this.#limits.maxBytes) return false;
    return this.#bytes - this.#textLength + bytesOfTexts(copy) > this.#limits.maxBytes;
  }

  copy(value: unknown, depthLeft: number): unknown {
    switch (typeof value) {
      case "string":
        return this.#spend(8, value.length) ? value : refused;
      case "number":
        if (!Number.isFinite(value)) return this.#refuse(`is ${value}`);
        return this.#spend(8, 0) ? value : refused;
      case "boolean":
        return this.#spend(8, 0) ? value : refused;
      case "object":
        if (value === null) return this.#spend(8, 0) ? null : refused;
        if (depthLeft === 0) return this.#refuse((path) => depthIssue(this.#limits, path));
        return Array.isArray(value)
          ? this.#copyArray(value, depthLeft - 1)
          : this.#copyObject(value, depthLeft - 1);
      default:
        return this.#refuse(`is ${value === undefined ? "undefined" : `a ${typeof value}`}`);
    }
  }

  #copyArray(list: readonly unknown[], depthLeft: number): unknown[] | Refused {
    const { length } = list;
    // Check before copying: a sparse list may claim to have four billion values.
    if (!this.#spend(8, 0) || this.#bytes + 8 * length > this.#limits.maxBytes) {
      return this.#refuse((path) => sizeIssue(this.#limits, path));
    }
    const copy: unknown[] = [];
    for (let index = 0; index < length; index += 1) {
      const item = this.copy(list[index], depthLeft);
      if (item === refused) return this.#refusedAt(index);
      copy.push(item);
    }
    return copy;
  }

  #copyObject(source: object, depthLeft: number): Record<string, unknown> | Refused {
    const prototype = Object.getPrototypeOf(source) as object | null;
    // Plain objects of another realm have another Object.prototype, which has no prototype.
    if (prototype !== Object.prototype && prototype !== null) {
      if (Object.getPrototypeOf(prototype) !== null) return this.#refuse(`is ${className(source)}`);
    }
    if (!this.#spend(8, 0)) return refused;
    const fields = source as Record<string, unknown>;
    const copy: Record<string, unknown> = {};
    for (const key of Object.keys(fields)) {
      const field = fields[key];
      if (field === undefined) continue;
      if (!this.#spend(0, key.length)) return refused;
      const copied = this.copy(field, depthLeft);
      if (copied === refused) return this.#refusedAt(key);
      setField(copy, key, copied);
    }
    return copy;
  }

  #spend(bytes: number, textLength: number): boolean {
    this.#textLength += textLength;
    this.#bytes += bytes + textLength;
    if (this.#bytes <= this.#limits.maxBytes) return true;
    this.#reason = (path) => sizeIssue(this.#limits, path);
    return false;
  }

  #refuse(reason: string | ((path: string) => InputIssue)): Refused {
    this.#reason = reason;
    return refused;
  }

  #refusedAt(segment: PathSegment): Refused {
    this.#path.push(segment);
    return refused;
  }
}

/** Sets an own field; a plain assignment to `__proto__` would change the object's prototype. */
export function setField(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__") {
    Object.defineProperty(target, key, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  } else target[key] = value;
}

function bytesOfTexts(copy: unknown): number {
  if (typeof copy === "string") return utf8Length(copy);
  if (typeof copy !== "object" || copy === null) return 0;
  let bytes = 0;
  if (Array.isArray(copy)) for (const item of copy) bytes += bytesOfTexts(item);
  else {
    for (const [key, field] of Object.entries(copy)) bytes += utf8Length(key) + bytesOfTexts(field);
  }
  return bytes;
}

function className(value: object): string {
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  return tag === "Object" ? "an instance of a class" : `a ${tag}`;
}

function rootIssue(root: unknown): InputIssue {
  const what = root === null ? "null" : Array.isArray(root) ? "a list" : `a ${typeof root}`;
  return { path: "", message: `The input is ${what}: send the arguments as one JSON object.` };
}

function sizeIssue({ maxBytes }: InputLimits, path: string): InputIssue {
  const where = path === "" ? "The input is" : `With '${path}' the input is`;
  return { path, message: `${where} larger than ${maxBytes} bytes: send less in one call.` };
}

function depthIssue({ maxDepth }: InputLimits, path: string): InputIssue {
  const message = `The input has more than ${maxDepth} objects and lists inside each other.`;
  return { path, message };
}
