import { ConfigurationError } from "@toolwright/core";
import type { Position } from "./settings/settings.ts";

/** Used instead of a path, without a line, for settings that the program gives as an object. */
export const givenSettingsPath = "the settings given to openToolwright";

/** Formats `FILE:LINE:COLUMN: message` as compilers do, so that terminals and editors can jump there. */
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

/** An invalid option; the message says what to give instead. */
export function optionsError(message: string): ConfigurationError {
  return new ConfigurationError("options-invalid", message);
}

/** Whether an error reports invalid options or settings, whose messages are for the user. */
export function isInvalidSetup(thrown: unknown): thrown is ConfigurationError {
  return (
    ConfigurationError.isInstance(thrown) &&
    (thrown.code === "options-invalid" || thrown.code === "settings-invalid")
  );
}
