import { fileURLToPath } from "node:url";

const ownFolder = new URL("./", import.meta.url).href;
const framesLooked = 60;

/** The actor as shown by the stack. */
export interface CallSite {
  /** The first frame outside Node and this kit: `/a/tool.ts:3:5`; null if there is none. */
  readonly foreign: string | null;
  /** Whether Node is loading a module, so that the reads are its own. */
  readonly isModuleLoading: boolean;
  /** Whether Node itself calls directly, not code that called this function. */
  readonly isNode: boolean;
}

export function findCallSite(): CallSite {
  const frames = currentFrames().filter((frame) => !frame.includes(ownFolder));
  const first = frames.find((frame) => !/\bnode:(?:internal\/)?fs[:/]/.test(frame));
  const foreign = frames.find((frame) => !/\(?(?:node:|<anonymous>|native\b)/.test(frame));
  return {
    foreign: foreign === undefined ? null : placeOf(foreign),
    isModuleLoading: first?.includes("node:internal/modules/") ?? false,
    isNode: frames[0]?.includes("node:") ?? true,
  };
}

function currentFrames(): readonly string[] {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = framesLooked;
  try {
    return (new Error("a place").stack ?? "").split("\n").slice(1);
  } finally {
    Error.stackTraceLimit = limit;
  }
}

function placeOf(frame: string): string {
  const place = /\(([^()]+)\)\s*$/.exec(frame)?.[1] ?? frame.trim().replace(/^at (?:async )?/, "");
  if (!place.startsWith("file://")) return place;
  const [, url = place, position = ""] = /^(.*?)((?::\d+){0,2})$/.exec(place) ?? [];
  return fileURLToPath(url) + position;
}
