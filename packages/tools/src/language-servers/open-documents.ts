import { uriOf } from "./protocol-types.ts";

/** A server keeps each open document and what it knows about it in memory. */
const MAX_OPEN = 64;

interface OpenDocument {
  readonly version: number;
  readonly text: string;
}

/** The documents that a server has open. The longest unused one is closed when there are too many. */
export class OpenDocuments {
  readonly #notify: (method: string, params: unknown) => void;
  /** By path, in the order of their last use. */
  readonly #open = new Map<string, OpenDocument>();
  #version = 0;

  constructor(notify: (method: string, params: unknown) => void) {
    this.#notify = notify;
  }

  get paths(): readonly string[] {
    return [...this.#open.keys()];
  }

  textOf(path: string): string | undefined {
    return this.#open.get(path)?.text;
  }

  /** Shows the server this text of a file. Returns the version; null if it is open with this text. */
  show(path: string, text: string, languageId: string): number | null {
    const open = this.#open.get(path);
    if (open !== undefined) {
      this.#open.delete(path);
      this.#open.set(path, open);
      if (open.text === text) return null;
    }
    const version = (this.#version += 1);
    const uri = uriOf(path);
    this.#open.set(path, { version, text });
    if (open === undefined) {
      this.#notify("textDocument/didOpen", { textDocument: { uri, languageId, version, text } });
      this.#closeOldest();
    } else {
      const change = { textDocument: { uri, version }, contentChanges: [{ text }] };
      this.#notify("textDocument/didChange", change);
    }
    return version;
  }

  /** The server sees the file on the disk from now on. */
  close(path: string): void {
    if (!this.#open.delete(path)) return;
    this.#notify("textDocument/didClose", { textDocument: { uri: uriOf(path) } });
  }

  #closeOldest(): void {
    const [oldest] = this.#open.keys();
    if (this.#open.size > MAX_OPEN && oldest !== undefined) this.close(oldest);
  }
}
