import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { splitWords, unquote } from "./words.ts";

const imageName = /\.(?:png|jpe?g|gif|webp|bmp)$/i;

/**
 * A paste that is nothing but the absolute path of an image, as terminals paste a file that is dropped on them (quoted,
 * with backslashes, or as a `file:` address), becomes a mention of it. Any other paste stays as it is.
 */
export function mentionOfPasted(text: string): string {
  const words = splitWords(text.trim());
  const [word] = words;
  if (word === undefined || words.length > 1) return text;
  const path = pathOf(unquote(word.raw).value);
  return path !== null && imageName.test(path) && isFile(path)
    ? `@${/\s/.test(path) ? `"${path}"` : path} `
    : text;
}

function pathOf(value: string): string | null {
  if (!value.startsWith("file://"))
    return value.startsWith("/") && !value.includes('"') ? value : null;
  try {
    return fileURLToPath(value);
  } catch {
    return null;
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
