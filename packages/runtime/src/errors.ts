import { ConfigurationError } from "@toolwright/core";
import type { Position } from "./settings/settings.ts";

/** In place of a path, for settings that are an object of the program: in those nobody looks for a line. */
export const givenSettingsPath = "the settings given to openToolwright";

/** `FILE:LINE:COLUMN: message`, as compilers write it, so that terminals and editors can jump there. */
export function settingsError(
  path: string,
  message: string,
  position?: Position,
): ConfigurationError {
  const where =
    position === undefined || path === givenSettingsPath
      ? path
      : `${path}:${position.line}:${position.column}`;
  return new ConfigurationError("settings-invalid", `${where}: ${message}`);
}

/** An option that can't be used, and what to give instead. */
export function optionsError(message: string): ConfigurationError {
  return new ConfigurationError("options-invalid", message);
}

/** True for options and settings that can't be used: their messages are for the person who gave them. */
export function isInvalidSetup(thrown: unknown): thrown is ConfigurationError {
  return (
    ConfigurationError.isInstance(thrown) &&
    (thrown.code === "options-invalid" || thrown.code === "settings-invalid")
  );
}
