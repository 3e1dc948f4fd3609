import { revealHidden } from "../text/reveal-hidden.ts";
import type { Effect, PathEffect } from "./effect.ts";

/**
 * One line for people: `write src/a.ts (modify)`, `read /etc/hosts (outside the workspace)`,
 * `run npm test`, `unknown: reason`. Never cut short: what is shown is what would happen.
 *
 * Shapes: paths inside the one root are relative to it, all others absolute. Characters that are
 * invisible or move the text are written as `\u{…}`.
 */
export function describeEffect(effect: Effect, roots: readonly string[]): string {
  switch (effect.type) {
    case "read":
    case "write":
    case "delete":
      return describePath(effect, roots);
    case "run":
      return `run ${describeWords([effect.program, ...effect.words.slice(1)])}`;
    case "network": {
      const host = effect.host.includes(":") ? `[${bare(effect.host)}]` : effect.host;
      const port = effect.port === undefined ? "" : `:${effect.port}`;
      return `network ${visible(host)}${port}${note([effect.method])}`;
    }
    case "environment":
      return `environment ${visible(effect.variable)}${note([effect.value === true ? "its value" : undefined])}`;
    case "agent":
      return `agent ${visible(effect.agent)}`;
    case "external":
      return `external ${visible(effect.server)}/${visible(effect.tool)}${note([effect.isChanged === true ? "its definition has changed" : undefined])}`;
    case "unknown":
      return `unknown: ${visible(effect.reason)}`;
  }
}

/** Words as they would be typed: quoted where they hold more than plain characters. */
export function describeWords(words: readonly string[]): string {
  return words
    .map((word) => {
      if (/^[\w@%+=:,./~^-]+$/.test(word)) return word;
      return word.includes("'")
        ? `"${visible(word.replaceAll(/["\\$`]/g, "\\$&"))}"`
        : `'${visible(word)}'`;
    })
    .join(" ");
}

/** A path as people know it: relative to the only root (`.` for itself), else as it is. */
export function describeLocation(path: string, roots: readonly string[]): string {
  const [root, another] = roots;
  if (root === undefined || another !== undefined) return visible(path);
  if (path === root) return ".";
  const separator = root.includes("\\") ? "\\" : "/";
  const start = root.endsWith(separator) ? root : root + separator;
  if (!path.startsWith(start)) return visible(path);
  return visible(path.slice(start.length).replaceAll(separator, "/"));
}

function describePath(effect: PathEffect, roots: readonly string[]): string {
  // Where it lies is nobody's business.
  if (effect.type === "read" && effect.keptOutput !== undefined) {
    return `read ${visible(effect.keptOutput)}`;
  }
  const { type, path, realPath } = effect;
  const asked = describeLocation(path, roots);
  const real = realPath === undefined ? asked : describeLocation(realPath, roots);
  const notes: (string | undefined)[] = [];
  if (effect.type === "write") {
    notes.push(effect.operation, effect.recursive === true ? "and everything below" : undefined);
  }
  if (effect.type === "read" && effect.recursive === true) {
    notes.push(
      effect.leavesOutProtected === true
        ? "and what is below, but for what may not be read"
        : effect.skipsHidden === true
          ? "and everything below that isn't hidden"
          : "and everything below",
    );
  }
  if (real !== asked) notes.push(`which is ${real}`);
  if (effect.isOutside === true) notes.push("outside the workspace");
  if (effect.type === "write" && effect.isHardLinked === true) notes.push("has other names");
  return `${type} ${asked}${note(notes)}`;
}

function note(notes: readonly (string | undefined)[]): string {
  const given = notes.filter((text) => text !== undefined);
  return given.length === 0 ? "" : ` (${given.map(visible).join(", ")})`;
}

function bare(host: string): string {
  return host.startsWith("[") ? host.slice(1, -1) : host;
}

const visible = (text: string): string => revealHidden(text, "name");
