/**
 * `missing`: no such file. `cut`: its last line is missing. `edited`: it was changed after the export.
 * `newer`: a newer version wrote it. `damaged`: a line is no line of a tape.
 */
export type TapeErrorCode = "missing" | "cut" | "edited" | "newer" | "damaged";

const brand = Symbol.for("toolwright.tape-error");

/** A tape that can't be used. The message says what to do. */
export class TapeError extends Error {
  readonly [brand] = true;
  readonly code: TapeErrorCode;

  constructor(code: TapeErrorCode, message: string) {
    super(message);
    this.name = "TapeError";
    this.code = code;
  }

  static isInstance(value: unknown): value is TapeError {
    return typeof value === "object" && value !== null && brand in value;
  }
}
