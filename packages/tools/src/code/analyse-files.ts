import { setImmediate } from "node:timers/promises";
import type { ToolContext } from "@toolwright/core";
import type { SelectedFile } from "../ripgrep/file-selection.ts";
import { decodeAnalysis, encodeAnalysis, type FileAnalysis } from "./analysis.ts";
import { parserThreads } from "./parser-threads.ts";
import { readSource, type SourceText, textOf } from "./source-text.ts";

const BATCH = 256;
const MAX_PARSE_MS = 1_000;

export interface AnalysedFile extends Omit<SourceText, "bytes"> {
  readonly analysis: FileAnalysis;
}

export interface AnalysedFiles {
  /** In the order given. */
  readonly files: readonly AnalysedFile[];
  /** How many files are too long, not UTF-8, or more than their grammar can do. */
  readonly skipped: number;
  /** How many files the time did not suffice for. */
  readonly late: number;
}

type Context = Pick<ToolContext, "analyses" | "workspace" | "signal">;

/**
 * Analyses many files. Known analyses come from the session's store, and new ones go there.
 *
 * deadline: ends the analysis; what was done until then is returned. Errors: the reason of the context's signal.
 */
export async function analyseFiles(
  context: Context,
  files: readonly SelectedFile[],
  deadline: AbortSignal,
): Promise<AnalysedFiles> {
  const { signal, workspace } = context;
  const stop = AbortSignal.any([signal, deadline]);
  const analysed: AnalysedFile[] = [];
  let skipped = 0;
  for (let at = 0; at < files.length && !stop.aborted; at += BATCH) {
    const sources: SourceText[] = [];
    for (const file of files.slice(at, at + BATCH)) {
      const source = await readSource(workspace, file);
      if (source === null) skipped += 1;
      else sources.push(source);
    }
    for (const [index, analysis] of (await analyse(sources, context, stop)).entries()) {
      const source = sources[index];
      if (analysis === "skipped") skipped += 1;
      else if (analysis !== "late" && source !== undefined) {
        const { file, language, key } = source;
        analysed.push({ file, language, key, analysis });
      }
    }
    // Known analyses need no waiting, and other work would never get its turn.
    await setImmediate();
  }
  signal.throwIfAborted();
  return { files: analysed, skipped, late: files.length - skipped - analysed.length };
}

async function analyse(
  sources: readonly SourceText[],
  { analyses }: Context,
  stop: AbortSignal,
): Promise<readonly (FileAnalysis | "skipped" | "late")[]> {
  const stored = await analyses?.find(sources.map(({ key }) => key));
  const made = new Map<string, Uint8Array>();
  const all = await Promise.all(
    sources.map(async (source) => {
      const { key, language } = source;
      const known = decodeAnalysis(stored?.get(key));
      if (known !== null) return known;
      const parsed = await parserThreads.parse(
        { grammar: language.grammar, text: textOf(source), wants: "symbols", maxMs: MAX_PARSE_MS },
        stop,
      );
      if (parsed.outcome === "stopped") return "late";
      if (parsed.outcome !== "symbols") return "skipped";
      made.set(key, encodeAnalysis(parsed));
      return parsed;
    }),
  );
  if (made.size > 0) await analyses?.keep(made);
  return all;
}
