import type { Tree, TreeCursor } from "@vscode/tree-sitter-wasm";

/** A place at which a text breaks its grammar. */
export interface SyntaxFault {
  /** 1-based. */
  readonly line: number;
  readonly endLine: number;
  /** The missing token, or the text that does not fit. */
  readonly text: string;
  readonly isMissing: boolean;
}

const maxFaults = 50;
/** More than anybody is shown. */
const maxTextLength = 1_000;

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
  const lines = { line: node.startPosition.row + 1, endLine: node.endPosition.row + 1 };
  if (node.isMissing) {
    const token = node.isNamed ? node.type.replaceAll("_", " ") : `'${node.type}'`;
    return { ...lines, text: token, isMissing: true };
  }
  const end = Math.min(node.endIndex, node.startIndex + maxTextLength);
  return { ...lines, text: text.slice(node.startIndex, end), isMissing: false };
}
