import { type Effect, type Rule, ToolError } from "@toolwright/core";
import { parseRule } from "@toolwright/core/internal";
import type { TakeStep } from "./child-policy.ts";

const maxPaths = 100;

/** A `deny` for each kind of access to anything outside the paths. */
export function pathRules(paths: readonly string[]): readonly Rule[] {
  return ["read", "write", "delete"].map((kind) => ({
    deny: `${kind}(/**)`,
    except: paths
      .flatMap((path) => [path, literal(path)])
      .flatMap((path) => [`${kind}(${path})`, `${kind}(${path}/**)`]),
  }));
}

/** A folder may be named `[id]`, which is a glob as well. */
function literal(path: string): string {
  return path.replaceAll(/[\\*?[\]{}!]/g, "\\$&");
}

/**
 * A list of paths relative to the workspace, each with everything below; globs are allowed.
 *
 * Shapes: returns one clause that says what is wrong.
 */
export function pathsIn(value: unknown): readonly string[] | string {
  const texts = typeof value === "string" ? value.split(",") : value;
  if (!Array.isArray(texts) || !texts.every((text) => typeof text === "string")) {
    return "its paths are no list of paths such as [src, docs/api.md]";
  }
  const paths = texts.map((text) => withoutEnd(text.trim()));
  if (paths.length > maxPaths) return `it has more than ${maxPaths} paths`;
  const wrong = texts.find((text, at) => !isInWorkspace(text.trim(), paths[at] ?? ""));
  if (wrong !== undefined) {
    return `its path '${wrong}' is not relative to the workspace, or it isn't a valid pattern`;
  }
  return paths;
}

/**
 * Like `pathsIn`, for paths that a model gives: absolute ones and `file:` addresses below a root, too.
 *
 * Errors: ToolError `input-invalid`.
 */
export function pathsOfTask(paths: readonly string[], roots: readonly string[]): readonly string[] {
  const read = pathsIn(paths.map((path) => relative(path, roots)));
  if (typeof read !== "string") return read;
  throw new ToolError("input-invalid", `The sub-agent can't start: ${read}.`);
}

function relative(given: string, roots: readonly string[]): string {
  const path = URL.canParse(given) && given.startsWith("file:") ? pathOf(new URL(given)) : given;
  const root = roots.find((each) => path === each || path.startsWith(`${each}/`));
  return root === undefined ? path : `.${path.slice(root.length)}`;
}

function pathOf({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** `src/`, `src/**` and `./src` mean `src`; `./` means all of the workspace. */
function withoutEnd(text: string): string {
  const path = text.replace(/^(?:\.\/+)+/, "").replace(/(?:\/+(?:\*\*)?)+$/, "");
  return path === "" && text.startsWith("./") ? "." : path;
}

function isInWorkspace(given: string, path: string): boolean {
  if (path === "" || given.startsWith("/") || /^(?:~|[A-Za-z]:)/.test(given)) return false;
  try {
    pathRules([path]).forEach((rule) => parseRule(rule, "paths"));
    return true;
  } catch {
    return false;
  }
}

/**
 * Denies reads and changes outside the paths, and asks about commands and tools whose reads and changes aren't known:
 * neither a mode nor an allow rule of the parent answers that.
 */
export function withinPaths(paths: readonly string[], source: string): TakeStep {
  const list = paths.length === 0 ? "none" : paths.join(", ");
  const wider = `wider paths in ${source}`;
  return (step) => {
    const { effect, layer, decision } = step;
    // Stored outputs are texts that the model was given in part.
    if (effect.type === "read" && effect.storedOutput !== undefined) return undefined;
    const own = { ...step, layer: "project", source } as const;
    if (layer === "project") {
      return { ...own, rule: `outside this agent's paths: ${list}`, wouldChange: wider };
    }
    if (decision !== "ask" || !opaque.has(effect.type)) return undefined;
    const rule = `it may touch paths outside this agent's: ${list}`;
    return { ...own, rule, wouldChange: `--yes, or ${wider}` };
  };
}

/** Effects that may include reads and changes of any path. */
const opaque: ReadonlySet<Effect["type"]> = new Set(["run", "unknown", "external"]);
