import type { HostCapabilities } from "@toolwright/core";
import type { LiveCell } from "./live-calls.ts";

/** One side of a comparison in the editor. */
export interface ShownText {
  /** A path relative to the folder; its ending chooses the colours. */
  readonly path: string;
  readonly text: string;
}

/** An editor, as far as the extension needs it. `extension.ts` makes it from VS Code's API. */
export interface Editor {
  /** Asks the person to choose. Undefined: they closed it, which is no answer. */
  choose(question: string, choices: readonly string[]): Promise<string | undefined>;
  /** A list to choose from, with details. */
  pick<Item extends { readonly label: string; readonly detail?: string }>(
    title: string,
    items: readonly Item[],
  ): Promise<Item | undefined>;
  /** Asks for a line of text. Undefined: they closed it. */
  askText(title: string): Promise<string | undefined>;
  showDiff(before: ShownText, after: ShownText, title: string): Promise<void>;
  showText(text: string, language: string): Promise<void>;
  tell(message: string, isProblem?: boolean): void;
  /** The text in the editor's language; `{name}` stands for a value. */
  readonly say: (english: string, values?: Readonly<Record<string, string>>) => string;
  /** Appends a line to the log. */
  log(text: string): void;
  /** Draws calls in the live view, new ones at its end. */
  showCells(cells: readonly LiveCell[]): void;
  /** Draws the lists of approvals and of the journal anew. */
  refresh(): void;
  /** The text of a file with unsaved changes, by its absolute path; null for any other. */
  unsavedText(path: string): string | null;
  readonly diagnostics: NonNullable<HostCapabilities["diagnostics"]>;
  readonly openInEditor: NonNullable<HostCapabilities["openInEditor"]>;
}
