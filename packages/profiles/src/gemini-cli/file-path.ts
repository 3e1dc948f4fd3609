import { z } from "zod";

/** The path of a call's file; `purpose` as in "the file to read". */
export function filePath(purpose: string): z.ZodString {
  return z
    .string()
    .min(1)
    .describe(`The path of the file to ${purpose}, relative to the current directory or absolute.`);
}
