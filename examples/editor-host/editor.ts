// The editor as the host needs it, and a fake of it. In VS Code: workspace.textDocuments, workspace.applyEdit,
// languages.getDiagnostics, window.showTextDocument, and the output of a notebook cell.
import { EventEmitter } from "node:events";

export interface EditorProblem {
  readonly line: number;
  readonly severity: "error" | "warning" | "information";
  readonly message: string;
}

export interface Editor {
  /** Documents with changes that are not saved, by absolute path. */
  readonly unsaved: ReadonlyMap<string, string>;
  /** Calls back when the person types. */
  onType(listener: (path: string, text: string) => void): void;
  /** Changes a document, opened if need be, and leaves it unsaved. Null: deletes the file. */
  edit(path: string, text: string | null): void;
  /** The problems of a document as it is in the editor. */
  problems(path: string): readonly EditorProblem[];
  show(path: string, line: number): void;
  /** Appends to the output of a cell. */
  append(cell: string, output: string): void;
}

export class FakeEditor implements Editor {
  readonly unsaved = new Map<string, string>();
  readonly cells = new Map<string, string>();
  shown: string | null = null;
  readonly #events = new EventEmitter();

  onType(listener: (path: string, text: string) => void): void {
    this.#events.on("type", listener);
  }

  /** The person types. */
  type(path: string, text: string): void {
    this.unsaved.set(path, text);
    this.#events.emit("type", path, text);
  }

  edit(path: string, text: string | null): void {
    if (text === null) this.unsaved.delete(path);
    else this.unsaved.set(path, text);
  }

  problems(path: string): readonly EditorProblem[] {
    const lines = this.unsaved.get(path)?.split("\n") ?? [];
    const message = "Type 'string' is not assignable to type 'number'.";
    return lines.flatMap((text, index) =>
      /: number = "/.test(text) ? [{ line: index + 1, severity: "error", message }] : [],
    );
  }

  show(path: string, line: number): void {
    this.shown = `${path}:${line}`;
  }

  append(cell: string, output: string): void {
    this.cells.set(cell, (this.cells.get(cell) ?? "") + output);
  }
}
