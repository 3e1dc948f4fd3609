import type { Segment } from "../glob/segment.ts";
import { coversBelow, matchesSequence, reachesBelow } from "../glob/segment-sequence.ts";

/** What is left of a pattern behind its leading names. */
interface Tail<Value> {
  readonly segments: readonly Segment[];
  readonly value: Value;
}

/** Most nodes hold one list: the others are made when they are needed. */
class Node<Value> {
  children: Map<string, Node<Value>> | undefined;
  /** The pattern ends here. */
  here: Value[] | undefined;
  /** The pattern goes on with `**` alone. */
  whole: Value[] | undefined;
  /** By what the last name must be, or what it must end in, from a dot on. */
  byEnding: Map<string, Tail<Value>[]> | undefined;
  others: Tail<Value>[] | undefined;
}

/**
 * Finds the patterns that match some names without trying each: along the names that patterns
 * begin with, and then by the last name. What `find…` returns may hold a value twice.
 */
export class SegmentIndex<Value> {
  readonly #root = new Node<Value>();
  /** Most finds find nothing, and then make no list. */
  readonly #scratch: Value[] = [];

  add(segments: readonly Segment[], value: Value): void {
    let node = this.#root;
    let depth = 0;
    for (let segment = segments[0]; segment?.kind === "literal"; segment = segments[depth]) {
      node = childOf(node, segment.text);
      depth += 1;
    }
    const tail = segments.slice(depth);
    if (tail.length === 0) (node.here ??= []).push(value);
    else if (tail.length === 1 && tail[0]?.kind === "rest") (node.whole ??= []).push(value);
    else {
      const ending = endingOf(tail);
      if (ending === null) (node.others ??= []).push({ segments: tail, value });
      else listOf((node.byEnding ??= new Map()), ending).push({ segments: tail, value });
    }
  }

  /** The patterns that match exactly these names. */
  find(names: readonly string[]): readonly Value[] {
    const found = this.#scratch;
    const last = names[names.length - 1] ?? "";
    let node: Node<Value> | undefined = this.#root;
    for (let depth = 0; node !== undefined; depth += 1) {
      addAll(node.whole, found);
      const { byEnding } = node;
      if (byEnding !== undefined) {
        addMatching(byEnding.get(last), names, depth, found);
        for (let dot = last.indexOf(".", 1); dot !== -1; dot = last.indexOf(".", dot + 1)) {
          addMatching(byEnding.get(last.slice(dot)), names, depth, found);
        }
      }
      addMatching(node.others, names, depth, found);
      const name = names[depth];
      if (name === undefined) addAll(node.here, found);
      node = name === undefined ? undefined : node.children?.get(name);
    }
    return this.#take(found);
  }

  /** The patterns that match the names or could match something below them. */
  findReaching(names: readonly string[]): readonly Value[] {
    const found = this.#scratch;
    const end = this.#walk(names, (node, depth) => {
      addAll(node.whole, found);
      for (const { segments, value } of tailsOf(node)) {
        if (reachesBelow(segments, names, 0, depth)) found.push(value);
      }
    });
    if (end !== undefined) addEverything(end, found);
    return this.#take(found);
  }

  /** The patterns that match the names and whatever may lie below them. */
  findCovering(names: readonly string[]): readonly Value[] {
    const found = this.#scratch;
    this.#walk(names, (node, depth) => {
      addAll(node.whole, found);
      for (const { segments, value } of tailsOf(node)) {
        if (coversBelow(segments, names, 0, depth)) found.push(value);
      }
    });
    return this.#take(found);
  }

  #take(found: Value[]): readonly Value[] {
    if (found.length === 0) return nothing;
    const taken = found.slice();
    found.length = 0;
    return taken;
  }

  /** Visits the nodes along the names; returns the one at their end, if there is one. */
  #walk(
    names: readonly string[],
    visit: (node: Node<Value>, depth: number) => void,
  ): Node<Value> | undefined {
    let node: Node<Value> | undefined = this.#root;
    for (let depth = 0; node !== undefined; depth += 1) {
      visit(node, depth);
      if (depth === names.length) return node;
      node = node.children?.get(names[depth] ?? "");
    }
    return undefined;
  }
}

const nothing: readonly never[] = [];

function childOf<Value>(node: Node<Value>, name: string): Node<Value> {
  const children = (node.children ??= new Map());
  let child = children.get(name);
  if (child === undefined) {
    child = new Node();
    children.set(name, child);
  }
  return child;
}

function listOf<Value>(lists: Map<string, Value[]>, key: string): Value[] {
  let list = lists.get(key);
  if (list === undefined) {
    list = [];
    lists.set(key, list);
  }
  return list;
}

/** The whole last name, or what it must end in, from a dot on; null when any ending will do. */
function endingOf(tail: readonly Segment[]): string | null {
  const last = tail[tail.length - 1];
  if (last?.kind === "literal") return last.text;
  if (last?.kind !== "wild") return null;
  const piece = last.pieces[last.pieces.length - 1];
  if (piece?.kind !== "text" || last.pieces.length < 2) return null;
  const dot = piece.text.indexOf(".");
  return dot === -1 ? null : piece.text.slice(dot);
}

function* tailsOf<Value>(node: Node<Value>): Generator<Tail<Value>> {
  for (const tails of node.byEnding?.values() ?? []) yield* tails;
  yield* node.others ?? [];
}

function addAll<Value>(values: readonly Value[] | undefined, found: Value[]): void {
  if (values === undefined) return;
  for (const value of values) found.push(value);
}

function addMatching<Value>(
  tails: readonly Tail<Value>[] | undefined,
  names: readonly string[],
  depth: number,
  found: Value[],
): void {
  if (tails === undefined) return;
  for (const { segments, value } of tails) {
    if (matchesSequence(segments, names, 0, depth)) found.push(value);
  }
}

function addEverything<Value>(start: Node<Value>, found: Value[]): void {
  addAll(start.here, found);
  const open = [...(start.children?.values() ?? [])];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    addAll(node.here, found);
    addAll(node.whole, found);
    for (const { value } of tailsOf(node)) found.push(value);
    for (const child of node.children?.values() ?? []) open.push(child);
  }
}
