import { CommandError } from "../errors.ts";
import type { Position } from "./settings.ts";

/** `FILE:LINE:COLUMN: message`, as compilers write it, so that terminals and editors can jump there. */
export function settingsError(path: string, message: string, position?: Position): CommandError {
  const where = position === undefined ? path : `${path}:${position.line}:${position.column}`;
  return new CommandError("settings-invalid", `${where}: ${message}`);
}
