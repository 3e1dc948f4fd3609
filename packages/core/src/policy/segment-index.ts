import type { Segment } from "../glob/segment.ts";
import { coversBelow, matchesSequence, reachesBelow } from "../glob/segment-sequence.ts";

/** The patterns that begin with the names on the path to this node. */
class Node<Value> {
  readonly children = new Map<string, Node<Value>>();
  /** By the text that a matching path ends with (`endingOf`). */
  readonly tails = new Map<string, Tail<Value>[]>();
}

/** The rest of a pattern after its leading names. */
interface Tail<Value> {
  readonly segments: readonly Segment[];
  readonly value: Value;
}

/**
 * Finds patterns by the literal names that they begin with and by their ending. Only patterns with the
 * same of both, such as all `**\/*.ts` patterns of a root, are tried one by one. A value may be found
 * twice.
 */
export class SegmentIndex<Value> {
  readonly #root = new Node<Value>();

  add(segments: readonly Segment[], value: Value): void {
    let node = this.#root;
    let depth = 0;
    for (let segment = segments[0]; segment?.kind === "literal"; segment = segments[depth]) {
      node = childOf(node, segment.text);
      depth += 1;
    }
    const tail = segments.slice(depth);
    const ending = endingOf(tail);
    const alike = node.tails.get(ending);
    if (alike === undefined) node.tails.set(ending, [{ segments: tail, value }]);
    else alike.push({ segments: tail, value });
  }

  /** The patterns that match exactly these names. */
  find(names: readonly string[]): readonly Value[] {
    return this.#along(names, matchesSequence, endingsOf(names[names.length - 1] ?? ""));
  }

  /** The patterns that match the names or could match something below them. */
  findReaching(names: readonly string[]): readonly Value[] {
    const found = this.#along(names, reachesBelow);
    let end: Node<Value> | undefined = this.#root;
    for (const name of names) end = end?.children.get(name);
    const open = [...(end?.children.values() ?? [])];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      for (const tails of node.tails.values()) for (const { value } of tails) found.push(value);
      for (const child of node.children.values()) open.push(child);
    }
    return found;
  }

  /** The patterns that match the names and whatever may lie below them. */
  findCovering(names: readonly string[]): readonly Value[] {
    return this.#along(names, coversBelow);
  }

  /** `endings`: the only endings that can match; all if absent. */
  #along(
    names: readonly string[],
    matches: typeof matchesSequence,
    endings?: readonly string[],
  ): Value[] {
    const found: Value[] = [];
    let node: Node<Value> | undefined = this.#root;
    for (let depth = 0; node !== undefined; depth += 1) {
      if (node.tails.size > 0) {
        for (const ending of endings ?? node.tails.keys()) {
          for (const { segments, value } of node.tails.get(ending) ?? none) {
            if (matches(segments, names, 0, depth)) found.push(value);
          }
        }
      }
      node = depth < names.length ? node.children.get(names[depth] ?? "") : undefined;
    }
    return found;
  }
}

const none: readonly never[] = [];

/** The last name, or its text from the first dot that every match has; "" if any name may match. */
function endingOf(tail: readonly Segment[]): string {
  const last = tail[tail.length - 1];
  if (last?.kind === "literal") return last.text;
  if (last?.kind !== "wild" || last.orName !== undefined) return "";
  const piece = last.pieces[last.pieces.length - 1];
  const dot = piece?.kind === "text" ? piece.text.indexOf(".") : -1;
  return piece?.kind === "text" && dot !== -1 ? piece.text.slice(dot) : "";
}

/** All that `endingOf` may say of a pattern whose last segment matches this name. */
function endingsOf(name: string): readonly string[] {
  const endings = ["", name];
  for (let dot = name.indexOf(".", 1); dot !== -1; dot = name.indexOf(".", dot + 1)) {
    endings.push(name.slice(dot));
  }
  return endings;
}

function childOf<Value>(node: Node<Value>, name: string): Node<Value> {
  let child = node.children.get(name);
  if (child === undefined) {
    child = new Node();
    node.children.set(name, child);
  }
  return child;
}
