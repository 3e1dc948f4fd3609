import { cutText } from "@toolwright/core/internal";
import { plainText } from "./plain-text.ts";

const maxLines = 12;
const maxLineCharacters = 300;
/** The limit of a line without an end. */
const maxOpenCharacters = 4_096;

/** The last lines that a process wrote outside the protocol, for the error that reports its end. */
export class LastWords {
  readonly #lines: string[] = [];
  readonly #decoder = new TextDecoder();
  #open = "";

  push(bytes: Uint8Array): void {
    const text = this.#open + this.#decoder.decode(bytes, { stream: true });
    const lines = text.split("\n");
    this.#open = (lines.pop() ?? "").slice(-maxOpenCharacters);
    for (const line of lines.slice(-maxLines)) this.add(line);
  }

  add(line: string): void {
    const plain = plainText(line).trimEnd();
    if (plain.trim() === "") return;
    this.#lines.push(cutText(plain, maxLineCharacters));
    if (this.#lines.length > maxLines) this.#lines.shift();
  }

  /** Oldest first; empty when it wrote nothing. */
  get lines(): readonly string[] {
    const open = plainText(this.#open).trim();
    return open === "" ? [...this.#lines] : [...this.#lines, cutText(open, maxLineCharacters)];
  }
}
