import type { Language, Node, Tree, TreeCursor } from "@vscode/tree-sitter-wasm";
import type { Meaning, MeaningOf, SymbolRules } from "./languages/rules.ts";
import { Lead } from "./lead.ts";
import type { SymbolKind, SymbolPlace } from "./symbol.ts";
import { hashWord } from "./words.ts";

/** Deeper nesting is not looked into: nobody writes it. */
const maxLevels = 40;

/** Enough of a name's end to see how it is written. */
const maxNameLooked = 100;

/** Kinds that hold no symbols. What is declared in a function matters only there. */
const leaves: ReadonlySet<SymbolKind> = new Set(["function", "method", "field", "member", "macro"]);

/** Kinds whose functions are methods, and whose variables are fields. */
const owners: ReadonlySet<SymbolKind> = new Set([
  "class",
  "interface",
  "trait",
  "implementation",
  "struct",
  "union",
  "enum",
  "constant",
  "variable",
]);

/** Kinds that nothing refers to by their names. */
const unnamed: ReadonlySet<SymbolKind> = new Set(["rule", "section"]);

type OpenPlace = { -readonly [Field in keyof SymbolPlace]: SymbolPlace[Field] };

interface Search {
  readonly cursor: TreeCursor;
  readonly text: string;
  readonly found: OpenPlace[];
}

interface Level {
  /** How many nodes are around. */
  readonly level: number;
  /** How many symbols are around. */
  readonly depth: number;
  /** The kind of the nearest of them. */
  readonly owner: SymbolKind | null;
}

/** Finds the symbols in the trees of one grammar. */
export class SymbolFinder {
  /** By the number of the node type. */
  readonly #meanings: (Meaning | MeaningOf | undefined)[] = [];
  readonly #comments = new Set<number>();
  readonly #attributes = new Set<number>();
  readonly #rules: SymbolRules;

  constructor(language: Language, rules: SymbolRules) {
    this.#rules = rules;
    for (let id = 0; id < language.nodeTypeCount; id += 1) {
      const type = language.nodeTypeForId(id) ?? "";
      if (!language.nodeTypeIsNamed(id)) continue;
      if (Object.hasOwn(rules.nodes, type)) this.#meanings[id] = rules.nodes[type];
      if (/^(?:line_|block_)?comment$/.test(type)) this.#comments.add(id);
      if (/^(?:decorator|attribute_item)$/.test(type)) this.#attributes.add(id);
    }
  }

  /** The symbols of a tree, each before those in it. */
  find(tree: Tree, text: string): readonly SymbolPlace[] {
    const cursor = tree.walk();
    const search: Search = { cursor, text, found: [] };
    try {
      this.#visit(search, { level: 0, depth: 0, owner: null });
    } finally {
      cursor.delete();
    }
    this.#weigh(search);
    return search.found;
  }

  #weigh({ text, found }: Search): void {
    const isExported = this.#rules.exportsOf?.(text) ?? (() => true);
    for (const symbol of found) {
      const name = text.slice(symbol.nameStart, symbol.nameEnd);
      const isLocal =
        symbol.depth === 0 && !isExported(text.slice(symbol.signatureStart, symbol.signatureEnd));
      symbol.weight = (isSpecific(name) ? 100 : 20) / (isLocal ? 20 : 1);
    }
  }

  /** Looks at the children of the cursor's node. Returns how many symbols they are. */
  #visit(search: Search, level: Level): number {
    const { cursor, text } = search;
    const parentType = cursor.nodeType;
    if (level.level > maxLevels || !cursor.gotoFirstChild()) return 0;
    const lead = new Lead(text);
    let count = 0;
    do {
      const id = cursor.nodeTypeId;
      if (this.#comments.has(id)) lead.addComment(cursor);
      else if (this.#attributes.has(id)) lead.addAttribute(cursor);
      else {
        const rule = this.#meanings[id];
        if (rule !== undefined && rule !== null) {
          const meaning = typeof rule === "function" ? rule(cursor.currentNode, parentType) : rule;
          count += this.#take(search, { ...level, level: level.level + 1 }, meaning, lead);
        }
        lead.clear();
      }
    } while (cursor.gotoNextSibling());
    cursor.gotoParent();
    return count;
  }

  /** Returns how many symbols the cursor's node is or is about; infinity if it only holds them. */
  #take(search: Search, level: Level, meaning: Meaning, lead: Lead): number {
    const { cursor, found } = search;
    if (meaning === null) return 0;
    if (meaning === "inside") {
      return this.#visit(search, level) === 0 ? 0 : Number.POSITIVE_INFINITY;
    }
    const at = found.length;
    if (meaning !== "around") {
      if (!this.#add(search, level, meaning, lead)) return 0;
      const owner = found[at]?.kind ?? meaning;
      if (!leaves.has(owner)) this.#visit(search, { ...level, depth: level.depth + 1, owner });
      return 1;
    }
    const count = this.#visit(search, level);
    const symbol = found[at];
    // With another symbol in it, a statement is not the symbol's own.
    if (symbol !== undefined && count === 1) {
      Object.assign(symbol, lead.rangeOf(cursor.currentNode));
      symbol.signatureStart = this.#withoutAttributes(cursor.currentNode);
    }
    return count;
  }

  /** Adds the cursor's node. False for one without a name. */
  #add({ cursor, text, found }: Search, level: Level, kind: SymbolKind, lead: Lead): boolean {
    const node = cursor.currentNode;
    const name = this.#rules.nameOf ? this.#rules.nameOf(node) : node.childForFieldName("name");
    if (name === null) return false;
    const owner = this.#rules.ownerOf?.(node) ?? null;
    found.push({
      kind: kindIn(level.owner, kind),
      depth: level.depth,
      ...lead.rangeOf(node),
      nameStart: name.startIndex,
      nameEnd: name.endIndex,
      ownerStart: owner?.startIndex ?? 0,
      ownerEnd: owner?.endIndex ?? 0,
      signatureStart: node.startIndex,
      signatureEnd: kind === "member" ? lineEnd(node, text) : signatureEnd(node, text),
      nameHash: unnamed.has(kind) ? 0 : hashWord(text.slice(name.startIndex, name.endIndex)),
      weight: 100,
    });
    return true;
  }

  #withoutAttributes(node: Node): number {
    const first = node.children.find((child) => child && !this.#attributes.has(child.typeId));
    return first?.startIndex ?? node.startIndex;
  }
}

/** Whether the name is no plain word, as many variables have for a name, such as `join`. */
function isSpecific(name: string): boolean {
  return /[a-z\d][A-Z]|^[A-Z]|[A-Za-z]_[A-Za-z]/.test(
    /[\w$]+[^\w$]*$/.exec(name.slice(-maxNameLooked))?.[0] ?? "",
  );
}

function kindIn(owner: SymbolKind | null, kind: SymbolKind): SymbolKind {
  if (owner === null || !owners.has(owner)) return kind;
  if (kind === "function") return "method";
  return kind === "variable" || kind === "constant" ? "field" : kind;
}

/** Where the body begins; without one, the end of the line. */
function signatureEnd(node: Node, text: string): number {
  const body =
    node.childForFieldName("body") ?? node.childForFieldName("value")?.childForFieldName("body");
  return body && body.startIndex > node.startIndex ? body.startIndex : lineEnd(node, text);
}

function lineEnd({ startIndex, endIndex }: Node, text: string): number {
  const line = text.indexOf("\n", startIndex);
  return line === -1 ? endIndex : Math.min(line, endIndex);
}
