import type { Segment } from "../glob/segment.ts";
import { coversBelow, matchesSequence, reachesBelow } from "../glob/segment-sequence.ts";

/** The patterns that begin with the names on the path to this node. */
class Node<Value> {
  readonly children = new Map<string, Node<Value>>();
  readonly tails: Tail<Value>[] = [];
}

/** The rest of a pattern after its leading names. */
interface Tail<Value> {
  readonly segments: readonly Segment[];
  readonly value: Value;
}

/**
 * Finds patterns by the literal names that they begin with. Only patterns with the same beginning,
 * such as all `**` patterns of a root, are tried one by one. A value may be found twice.
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
    node.tails.push({ segments: segments.slice(depth), value });
  }

  /** The patterns that match exactly these names. */
  find(names: readonly string[]): readonly Value[] {
    return this.#along(names, matchesSequence);
  }

  /** The patterns that match the names or could match something below them. */
  findReaching(names: readonly string[]): readonly Value[] {
    const found = this.#along(names, reachesBelow);
    let end: Node<Value> | undefined = this.#root;
    for (const name of names) end = end?.children.get(name);
    const open = [...(end?.children.values() ?? [])];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      for (const { value } of node.tails) found.push(value);
      for (const child of node.children.values()) open.push(child);
    }
    return found;
  }

  /** The patterns that match the names and whatever may lie below them. */
  findCovering(names: readonly string[]): readonly Value[] {
    return this.#along(names, coversBelow);
  }

  #along(names: readonly string[], matches: typeof matchesSequence): Value[] {
    const found: Value[] = [];
    let node: Node<Value> | undefined = this.#root;
    for (let depth = 0; node !== undefined; depth += 1) {
      for (const { segments, value } of node.tails) {
        if (matches(segments, names, 0, depth)) found.push(value);
      }
      node = depth < names.length ? node.children.get(names[depth] ?? "") : undefined;
    }
    return found;
  }
}

function childOf<Value>(node: Node<Value>, name: string): Node<Value> {
  let child = node.children.get(name);
  if (child === undefined) {
    child = new Node();
    node.children.set(name, child);
  }
  return child;
}
