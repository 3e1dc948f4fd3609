import type { ShellEffect } from "../effect.ts";
import { useHost, useUrl } from "./use-network.ts";
import { holds, joinPath, lastName, placesAbove } from "../paths/join-path.ts";
import { optionLike } from "./read-words.ts";
import {
  type Argument,
  type Consequence,
  type GitListing,
  type NameLimits,
  type NamesInput,
  type PathUse,
  pathUses,
  type ValueKind,
  type ValueUse,
} from "../specification/specification.ts";

/** The place where a command runs, and the receiver of its effects. */
export interface CommandContext {
  /** The command's name, for reasons. */
  readonly name: string;
  /** The directories the command may be in; null when unknown. */
  readonly directories: readonly string[] | null;
  /** The directory in which the command line runs. */
  readonly origin: string;
  readonly home: string;
  /** The known facts about the command's standard input. */
  readonly input: NamesInput | null;
  /** Whether a path is a directory that no link leads to; otherwise `a/..` is unknown. */
  isPlainDirectory(path: string): boolean;
  /** Why the settings of a directory make the program's effects uncertain; null when its words alone decide. */
  doubtIn(directory: string): string | null;
  /** The same context in other directories; null when they are unknown. */
  at(directories: readonly string[] | null): CommandContext;
  /** Whether a path holds nothing that a project could have put there. */
  isAbsent(path: string): boolean;
  /** The same context for a subcommand of that name. */
  named(name: string): CommandContext;
  add(effect: ShellEffect): void;
  unknown(reason: string): void;
  /** Follows a command with words of its own. */
  runCommand(words: readonly Argument[]): void;
  /** Follows shell text. */
  runScript(text: string): void;
  /** Notes a program that can do anything. */
  runProgram(program: string): void;
  /** Whether the program has a guard; if so, the analysis relies on it from now on. */
  guard(): boolean;
  /** Notes that the program opens its standard output or error by name, which may be a file that was only to be read. */
  writeToDescriptor(): void;
  /** Notes that git's stored contents are shown. */
  showContents(listings: readonly GitListing[]): void;
  /** Notes that the effects aren't all of the command's consequences. */
  markUnspecified(): void;
}

const pathUseNames: ReadonlySet<ValueUse> = new Set(pathUses);

function isPathUse(use: ValueUse): use is PathUse {
  return pathUseNames.has(use);
}

const number = /^$|^[-+]?\.?\d[\w.,:%-]*$/;

/** Adds the effects of one word with this use. */
export function useValue(use: ValueUse, word: Argument, context: CommandContext): void {
  if (use === "text") return;
  if (use === "number") {
    // Another program of that name may take no number there, and read the word as a file.
    if (word.kind === "static" && !number.test(word.text)) {
      context.unknown(`${word.text} isn't a number`);
    }
    return;
  }
  if (use === "unknown") context.unknown(`the effect of ${word.text} is unknown`);
  else if (word.kind === "unknown") unknownValue(use, word, context);
  else if (word.kind === "glob") useGlob(use, word, context);
  else if (typeof use === "function") useConsequences(use(word.text), context);
  else if (typeof use === "object") {
    if (use.choices.includes(word.text)) return;
    context.unknown(`${word.text} isn't one of ${use.choices.join(", ")}`);
  } else if (isPathUse(use)) usePath(use, word.text, context);
  else useOther(use, word.text, context);
}

function unknownValue(
  use: ValueUse,
  word: Extract<Argument, { kind: "unknown" }>,
  context: CommandContext,
): void {
  if (use === "variable") context.add({ type: "environment", variable: "*", value: true });
  context.unknown(word.reason);
}

function useOther(
  use: Exclude<ValueKind, PathUse | "text" | "number" | "unknown">,
  text: string,
  context: CommandContext,
): void {
  switch (use) {
    case "destination":
      // A destination without sources is written, whatever it is.
      return usePath("write", text, context);
    case "host":
      return useHost(text, context);
    case "url":
      return useUrl(text, context, (path) => usePath("read", path, context));
    case "program":
      return context.runProgram(text);
    case "script":
      return context.runScript(text);
    case "variable":
      return context.add({ type: "environment", variable: text, value: true });
  }
}

/** Adds the consequences that a specification names. */
export function useConsequences(
  consequences: readonly Consequence[],
  context: CommandContext,
): void {
  for (const consequence of consequences) {
    switch (consequence.type) {
      case "path":
        usePath(consequence.use, consequence.path, context, consequence.limits);
        break;
      case "above":
        useAbove(consequence.name, consequence.path, context);
        break;
      case "word":
        useWord(consequence.use, consequence.word, context);
        break;
      case "network":
      case "environment":
        context.add(consequence);
        break;
      case "command":
        context.runCommand(
          consequence.addsUnknown ? withInput(consequence.words) : consequence.words,
        );
        break;
      case "script":
        context.runScript(consequence.text);
        break;
      case "program":
        context.runProgram(consequence.program);
        break;
      case "contents":
        context.showContents(consequence.listings);
        break;
      case "unspecified":
        context.markUnspecified();
        break;
      case "unknown":
        if (consequence.isGuarded !== true || !context.guard()) context.unknown(consequence.reason);
        break;
    }
  }
}

function useAbove(name: string, path: string, context: CommandContext): void {
  for (const file of placesOf(path, "read", context)) {
    const directory = file.slice(0, file.lastIndexOf("/")) || "/";
    if (!context.isPlainDirectory(directory)) {
      context.unknown(`looks for ${name} above ${directory}, which may be a link`);
    }
    for (const place of placesAbove(directory)) {
      const found = `${place === "/" ? "" : place}/${name}`;
      if (!context.isAbsent(found)) context.add({ type: "read", path: found });
    }
  }
}

/** Adds the effects of a word that an `interpret` function read, and that has not been judged yet. */
function useWord(use: ValueUse, word: Argument, context: CommandContext): void {
  if (word.kind === "glob" && word.start === "") {
    context.unknown(optionLike(word.text));
  } else if (word.kind === "unknown" && (word.splits || word.start === "")) {
    context.unknown(word.reason);
    if (use === "text" || use === "number") return;
  }
  useValue(use, word, context);
}

const inputWord: Argument = {
  kind: "unknown",
  text: "…",
  start: "",
  splits: true,
  reason: "the words from its input are unknown",
};

/** The words of a command that gets more words from its input: in place of `{}`, otherwise at the end. */
export function withInput(words: readonly Argument[]): readonly Argument[] {
  const replaced = words.map((word) => {
    const at = word.kind === "static" ? word.text.indexOf("{}") : -1;
    if (at === -1) return word;
    return { ...inputWord, text: word.text, start: word.text.slice(0, at), splits: false };
  });
  return replaced.some((word, index) => word !== words[index]) ? replaced : [...words, inputWord];
}

const nullDevice = "/dev/null";
const descriptor = /^\/dev\/(?:stdin|stdout|stderr|fd\/\d+)$/;
const outputDescriptor = /^\/dev\/(?:stdout|stderr|fd\/[12])$/;
const harmlessSource = /^\/dev\/(?:zero|full|random|urandom)$/;

/** Adds the effect on a path, which is given as the program gets it. */
export function usePath(
  use: PathUse,
  path: string,
  context: CommandContext,
  limits?: NameLimits,
): void {
  if (path === "" || (use === "read" && path === "-")) return;
  if (use === "read-packed") return usePacked(path, context);
  const isRead = /^(?:read(?:-tree|-visible)?|list-tree)$/.test(use);
  if ((isRead || use === "output") && path === nullDevice) return;
  if (isRead && (descriptor.test(path) || (use === "read" && harmlessSource.test(path)))) return;
  if (use === "output" && outputDescriptor.test(path)) return context.writeToDescriptor();
  for (const place of placesOf(path, use, context)) addPath(use, place, context, limits);
}

/** The suffixes gzip tries for a missing file, in its order. */
const gzipSuffixes = ["", ".gz", ".z", "-z", ".Z"];

function usePacked(path: string, context: CommandContext): void {
  const isWhole = path === "-" || /[-._]t?[ag]?[zZ]$/.test(path);
  for (const suffix of isWhole ? [""] : gzipSuffixes) usePath("read", path + suffix, context);
}

/** Adds the writes of a copy or move: to the destination itself or, if it is a directory, into it. */
export function useDestination(
  destination: Argument,
  sources: readonly { readonly use: ValueUse | null; readonly word: Argument }[],
  context: CommandContext,
): void {
  if (destination.kind !== "static") {
    useValue("write", destination, context);
    return;
  }
  const { text } = destination;
  const isTree = sources.some(
    ({ use }) => use === "read-tree" || use === "move" || use === "delete",
  );
  const use: PathUse = isTree ? "write-tree" : "write";
  usePath(use, text, context);
  for (const { word } of sources) {
    const name = word.kind === "static" ? lastName(word.text) : "";
    if (name !== "" && name !== lastName(text)) {
      usePath(use, `${text.replace(/\/+$/, "")}/${name}`, context);
    } else if (name === "") usePath("write-tree", text, context);
  }
}

/** The path from each directory that the command may be in. */
function placesOf(path: string, use: PathUse, context: CommandContext): readonly string[] {
  const { directories, origin } = context;
  const isAbsolute = path.startsWith("/");
  if (directories === null && !isAbsolute) {
    context.unknown(`the directory of ${path} is unknown after an earlier cd`);
    return [];
  }
  const from = isAbsolute ? ["/"] : (directories ?? []);
  return from.map((directory) => {
    const joined = joinPath(directory, path, origin);
    if (joined.back !== null && !context.isPlainDirectory(joined.back)) {
      context.unknown(`${path} leads back out of ${joined.back}, which may be a link`);
      // The path passes through the link's target.
      if (use !== "read") context.add({ type: "read", path: joined.back });
    }
    return joined.path;
  });
}

function addPath(
  use: PathUse,
  path: string,
  context: CommandContext,
  limits: NameLimits | undefined,
): void {
  switch (use) {
    case "read":
    case "read-packed":
      return context.add({ type: "read", path });
    case "read-tree":
      return context.add({ type: "read", path, recursive: true, ...limits });
    case "read-visible":
      return context.add({
        type: "read",
        path,
        recursive: true,
        ...(context.guard() && { skipsHidden: true }),
      });
    case "list-tree":
      return context.add({
        type: "read",
        path,
        recursive: true,
        leavesOutProtected: true,
        namesOnly: true,
      });
    case "output":
    case "write":
      return context.add({ type: "write", path });
    case "create":
    case "modify":
      return context.add({ type: "write", path, operation: use });
    case "write-tree":
    case "modify-tree": {
      const operation = use === "modify-tree" ? ({ operation: "modify" } as const) : {};
      if (path !== context.origin) {
        return context.add({ type: "write", path, ...operation, recursive: true });
      }
      // A recursive write of the whole workspace would count as a change of every protected file there.
      context.add({ type: "write", path, ...operation });
      return context.unknown(`the files it changes below ${path} are unknown`);
    }
    case "delete":
      return context.add({ type: "delete", path });
    case "move":
      context.add({ type: "read", path, recursive: true });
      return context.add({ type: "delete", path });
  }
}

/** Adds the effects of a glob: it reads from the directory of its literal beginning. The files it changes are unknown. */
function useGlob(
  use: ValueUse,
  { text, start, isDeep, limits }: Extract<Argument, { kind: "glob" }>,
  context: CommandContext,
): void {
  const pattern = text.slice(start.lastIndexOf("/") + 1);
  // `.*` matches `..` in many shells.
  const leadsBack = /(?:^|\/)\.(?:[*?[.]|$)/.test(pattern);
  const isRead =
    typeof use === "string" && /^(?:read(?:-packed|-tree|-visible)?|list-tree)$/.test(use);
  if (!isRead || leadsBack) {
    context.unknown(`the files that ${text} matches are unknown until it runs`);
  }
  if (!isPathUse(use)) return;
  const directory = start.slice(0, start.lastIndexOf("/") + 1);
  const path = directory === "" ? "." : directory;
  if (!isRead) {
    changeMatches(use === "delete" || use === "move", path, context);
    return;
  }
  // A program that gets the name of a link with a slash behind it, or searches it, enters the directory.
  const isOnlyName = pattern === "*" && (use === "read" || use === "read-packed");
  const followsLinks = isDeep === true && !isOnlyName && use !== "list-tree";
  for (const place of placesOf(path, "read", context)) {
    context.add({
      type: "read",
      path: place,
      recursive: true,
      ...(use === "list-tree" && { leavesOutProtected: true, namesOnly: true }),
      // A directory of that name is read with everything in it.
      ...(use === "read" && limits),
      ...(followsLinks && { followsLinks }),
      ...(isDeep !== true && { glob: `${place === "/" ? "" : place}/${pattern}` }),
    });
  }
}

/** Directories whose removal breaks the machine. */
const systemDirectory =
  /^\/(?:bin|boot|etc|home|lib(?:32|64|x32)?|opt|root|sbin|srv|usr|var|Applications|Library|System|Users)$/;

/** Adds a change of a glob's directory; a deletion when that is home, a system directory or above the workspace. */
function changeMatches(isRemoval: boolean, path: string, context: CommandContext): void {
  const { origin, home } = context;
  for (const place of placesOf(path, "write", context)) {
    const isLasting =
      place === home || (place !== origin && holds(place, origin)) || systemDirectory.test(place);
    if (isRemoval && isLasting) context.add({ type: "delete", path: place });
    else context.add({ type: "write", path: place, operation: "modify" });
  }
}
