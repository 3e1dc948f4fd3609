import { z } from "zod";

/** A path or a file URI. `what` begins the description: "The file to read". */
export function uriOf(what: string): z.ZodString {
  return z.string().min(1).describe(`${what}: a path or a file:// URI.`);
}

/** An optional directory. `purpose` as in "The directory to search". */
export function directory(purpose: string): z.ZodOptional<z.ZodString> {
  return z
    .string()
    .min(1)
    .optional()
    .describe(
      `The directory to ${purpose}: a path or a file:// URI. Default: the current directory.`,
    );
}
