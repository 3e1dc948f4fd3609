import type { ConfigurationError } from "@toolwright/core";
import { settingsError } from "@toolwright/runtime/internal";
import type { KeyPath } from "./addition.ts";

export function valueInTheWay(file: string, path: KeyPath): ConfigurationError {
  return settingsError(
    file,
    `'${path.join(".")}' is there already, with another value. To add this one, remove that one first`,
  );
}
