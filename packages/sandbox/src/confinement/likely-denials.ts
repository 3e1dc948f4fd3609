import { lstatSync } from "node:fs";
import { resolve } from "node:path";
import type { SandboxDenial, SandboxProfile } from "@toolwright/core/ports";
import { isPlaceholder } from "./bubblewrap/placeholder.ts";
import { isWithin, pathsBetween } from "./path-containment.ts";

export interface DenialTraces {
  /** The end of the command's output. */
  readonly text: string;
  readonly cwd: string;
  readonly profile: SandboxProfile;
}

const maxDenials = 10;
const maxLineLength = 2_000;

/**
 * Likely refusals by the sandbox, guessed from a failed command's error messages.
 *
 * A refusal that names a path counts only if the sandbox really refuses that path.
 */
export function likelyDenials(traces: DenialTraces): readonly SandboxDenial[] {
  const found = new Map<string, SandboxDenial>();
  for (const line of traces.text.split("\n")) {
    if (line.length > maxLineLength) continue;
    const denial = denialOf(line.trimEnd(), traces);
    if (denial !== null) found.set(`${denial.kind} ${denial.target}`, denial);
    if (found.size === maxDenials) break;
  }
  return withoutNameless([...found.values()]);
}

const readOnly = /read-only file system|\bEROFS\b/i;
const noPermission = /permission denied|operation not permitted|\bEACCES\b|\bEPERM\b/i;
/** A path kept missing is a directory, where the command tried to create a file. */
const isDirectory = /is a directory|illegal operation on a directory|\bEISDIR\b/i;
/** Mounted files cannot be replaced, but most programs write by replacing. */
const isMounted = /device or resource busy|\bEBUSY\b/i;
const notThere = /no such file or directory|\bENOENT\b/i;
const noNetwork =
  /network is unreachable|could not resolve (?:host|proxy)|temporary failure in name resolution|name or service not known|\bENETUNREACH\b|\bEAI_AGAIN\b|\bENOTFOUND\b/i;

function denialOf(line: string, traces: DenialTraces): SandboxDenial | null {
  const { profile } = traces;
  if (readOnly.test(line)) {
    const target = pathsIn(line, traces).find((path) => !isWritable(path, profile)) ?? null;
    return { kind: "write", target, isCertain: false };
  }
  if (noPermission.test(line)) {
    const paths = pathsIn(line, traces);
    const secret = paths.find((path) => isBelow(path, profile.maskedPaths));
    if (secret !== undefined) return { kind: "read", target: secret, isCertain: false };
    // A path kept missing is an empty directory that cannot be written.
    const [kept] = paths.flatMap((path) => keptAt(path, profile) ?? []);
    return kept === undefined ? null : { kind: "write", target: kept, isCertain: false };
  }
  if (isDirectory.test(line) || isMounted.test(line)) {
    const kept = pathsIn(line, traces).find((path) => isBelow(path, profile.readOnlyPaths));
    return kept === undefined ? null : { kind: "write", target: kept, isCertain: false };
  }
  if (notThere.test(line)) {
    const target = pathsIn(line, traces).find((path) => isHidden(path, profile));
    return target === undefined ? null : { kind: "read", target, isCertain: false };
  }
  if (profile.network !== "on" && noNetwork.test(line)) {
    return { kind: "network", target: hostIn(line), isCertain: false };
  }
  return null;
}

/** `cat: x: Read-only…`, `cannot touch 'x': Read-only…`, `open '/x'`, `[Errno 30] …: '/x'`. */
function pathsIn(line: string, { cwd }: DenialTraces): string[] {
  const quoted = Array.from(
    line.matchAll(/['"‘`]([^'"’`]{1,1000})['"’`]/g),
    ([, path = ""]) => path,
  );
  const parts = line
    .split(/: /)
    .slice(0, -1)
    .map((part) => part.trim());
  const lastWords = parts.map((part) => part.slice(part.lastIndexOf(" ") + 1));
  const words = line.split(/[\s:,;()]+/).filter((word) => word.startsWith("/"));
  const paths = [...quoted, ...parts.toReversed(), ...lastWords.toReversed(), ...words].filter(
    (path) => path !== "" && !path.includes("\0"),
  );
  return paths.map((path) => resolve(cwd, path));
}

function hostIn(line: string): string | null {
  const [, host] =
    /(?:host|proxy|getaddrinfo (?:EAI_AGAIN|ENOTFOUND)):? '?"?([a-z\d](?:[a-z\d.-]{0,250}[a-z\d])?)/i.exec(
      line,
    ) ?? [];
  return host ?? null;
}

/** Approximates the profile's rules; good enough for a guess. */
function isWritable(path: string, profile: SandboxProfile): boolean {
  return isBelow(path, profile.writablePaths) && !isBelow(path, profile.readOnlyPaths);
}

/** Whether it is protected or above a protected path, and not itself a root. */
function isKept(path: string, { readOnlyPaths = [], writablePaths }: SandboxProfile): boolean {
  if (!isBelow(path, writablePaths) || writablePaths.includes(path)) return false;
  return readOnlyPaths.some((each) => isWithin(path, each) || isWithin(each, path));
}

/** The kept path that refused this one: itself, or a directory above it that is kept missing. */
function keptAt(path: string, profile: SandboxProfile): string | undefined {
  if (isKept(path, profile)) return path;
  const root = profile.writablePaths.find((each) => isWithin(path, each));
  const above = root === undefined ? [] : pathsBetween(root, path);
  return above.find((each) => isKept(each, profile) && isMissing(each));
}

function isMissing(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) === undefined || isPlaceholder(path);
}

function isHidden(
  path: string,
  { hiddenPaths, writablePaths, readablePaths }: SandboxProfile,
): boolean {
  return (
    isBelow(path, hiddenPaths) && !isBelow(path, writablePaths) && !isBelow(path, readablePaths)
  );
}

function isBelow(path: string, directories: readonly string[] | undefined): boolean {
  return directories?.some((directory) => isWithin(path, directory)) ?? false;
}

/** Drops a denial without a target when another of its kind has one. */
function withoutNameless(denials: readonly SandboxDenial[]): SandboxDenial[] {
  return denials.filter(
    ({ kind, target }) =>
      target !== null || !denials.some((other) => other.kind === kind && other.target !== null),
  );
}
