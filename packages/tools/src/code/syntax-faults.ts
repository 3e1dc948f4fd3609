import type { Tree, TreeCursor } from "@vscode/tree-sitter-wasm";

/** A place at which a text breaks its grammar. */
export interface SyntaxFault {
  /** 1-based. */
  readonly line: number;
  /** The missing token, or the beginning of what does not fit. */
  readonly text: string;
  readonly isMissing: boolean;
}

const maxFaults = 50;
const maxTextLength = 60;

/** The first syntax errors of a tree, in order. */
export function syntaxFaultsOf(tree: Tree, text: string): readonly SyntaxFault[] {
  const found: SyntaxFault[] = [];
  const cursor = tree.walk();
  try {
    let goesOn = true;
    while (goesOn && found.length < maxFaults) {
      const node = cursor.currentNode;
      if (node.isError || node.isMissing) found.push(faultAt(cursor, text));
      goesOn = (node.hasError && cursor.gotoFirstChild()) || gotoNext(cursor);
    }
  } finally {
    cursor.delete();
  }
  return found;
}

/** To the next node that is not in this one. */
function gotoNext(cursor: TreeCursor): boolean {
  while (!cursor.gotoNextSibling()) if (!cursor.gotoParent()) return false;
  return true;
}

function faultAt({ currentNode: node }: TreeCursor, text: string): SyntaxFault {
  const line = node.startPosition.row + 1;
  if (node.isMissing) return { line, text: node.type, isMissing: true };
  const found = text.slice(
    node.startIndex,
    Math.min(node.endIndex, node.startIndex + maxTextLength),
  );
  return { line, text: found.split(/[\r\n]/, 1)[0] ?? "", isMissing: false };
}
