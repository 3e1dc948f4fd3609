import type { ShellEffect } from "../effect.ts";
import { useHost, useUrl } from "./use-network.ts";
import { holds, joinPath, lastName } from "../paths/join-path.ts";
import type {
  Argument,
  Consequence,
  GitListing,
  NamesInput,
  PathUse,
  ValueKind,
  ValueUse,
} from "../specification/specification.ts";

/** Where a command runs, and where its consequences go. */
export interface CommandContext {
  /** The command's name, for reasons. */
  readonly name: string;
  /** Null when not known. */
  readonly directories: readonly string[] | null;
  /** The directory it all began in. */
  readonly origin: string;
  readonly home: string;
  /** What is known of the command's standard input. */
  readonly input: NamesInput | null;
  /** Whether a directory is one, and no link leads to it; without that, `a/..` can't be followed. */
  isPlainDirectory(path: string): boolean;
  /** Why nobody can say what the program does in a directory, whose settings it follows; null where its words say it. */
  doubtIn(directory: string): string | null;
  /** The same in other directories; null where they aren't known. */
  at(directories: readonly string[] | null): CommandContext;
  /** Whether there is nothing at a path that a project could have put there. */
  isAbsent(path: string): boolean;
  /** The same for a subcommand of that name. */
  named(name: string): CommandContext;
  add(effect: ShellEffect): void;
  unknown(reason: string): void;
  /** A command with words of its own. */
  runCommand(words: readonly Argument[]): void;
  /** Shell text. */
  runScript(text: string): void;
  /** A program that can do anything. */
  runProgram(program: string): void;
  /** Whether a guard of its own stands before the program; it is relied on from now on then. */
  guard(): boolean;
  /** It opens what is its standard output or error output by now, which may be a file that is only to be read. */
  writeToDescriptor(): void;
  /** Contents that git keeps are shown. */
  showContents(listings: readonly GitListing[]): void;
  /** Not all of the command's consequences are among its effects. */
  markUnspecified(): void;
}

const pathUses: ReadonlySet<ValueUse> = new Set<PathUse>([
  "read",
  "read-packed",
  "read-tree",
  "read-visible",
  "list-tree",
  "output",
  "write",
  "create",
  "modify",
  "write-tree",
  "modify-tree",
  "delete",
  "move",
]);

function isPathUse(use: ValueUse): use is PathUse {
  return pathUses.has(use);
}

const number = /^$|^[-+]?\.?\d[\w.,:%-]*$/;

/** What becomes of a word that is used so. */
export function useValue(use: ValueUse, word: Argument, context: CommandContext): void {
  if (use === "text") return;
  if (use === "number") {
    // Another program of that name may take none there, and this for a file.
    if (word.kind === "static" && !number.test(word.text)) {
      context.unknown(`${word.text} isn't a number`);
    }
    return;
  }
  if (use === "unknown") context.unknown(`what ${word.text} does can't be said`);
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
      // One without sources: whatever it is, it is written.
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

/** What a specification says happens. */
export function useConsequences(
  consequences: readonly Consequence[],
  context: CommandContext,
): void {
  for (const consequence of consequences) {
    switch (consequence.type) {
      case "path":
        usePath(consequence.use, consequence.path, context);
        break;
      case "word":
        useWord(consequence.use, consequence.word, context);
        break;
      case "network": {
        const { host, port } = consequence;
        context.add({ type: "network", host, ...(port !== undefined && { port }) });
        break;
      }
      case "environment": {
        const { variable, value } = consequence;
        context.add({ type: "environment", variable, ...(value && { value }) });
        break;
      }
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

/** A word that a specification has read by itself, so that nobody has judged it yet. */
function useWord(use: ValueUse, word: Argument, context: CommandContext): void {
  if (word.kind === "glob" && word.start === "") {
    context.unknown(
      `${word.text} may match a file that is named like an option; ./${word.text} can't`,
    );
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
  reason: "the words it is given on its input aren't known",
};

/** The words of a command that gets others from elsewhere: in place of `{}`, else at the end. */
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

/** An effect on a path, as the program gets it. */
export function usePath(use: PathUse, path: string, context: CommandContext): void {
  if (path === "" || (use === "read" && path === "-")) return;
  if (use === "read-packed") return usePacked(path, context);
  const isRead = /^(?:read(?:-tree|-visible)?|list-tree)$/.test(use);
  if ((isRead || use === "output") && path === nullDevice) return;
  if (isRead && (descriptor.test(path) || (use === "read" && harmlessSource.test(path)))) return;
  if (use === "output" && outputDescriptor.test(path)) return context.writeToDescriptor();
  for (const place of placesOf(path, use, context)) addPath(use, place, context);
}

/** In the order in which gzip looks for a file that isn't there. */
const gzipSuffixes = ["", ".gz", ".z", "-z", ".Z"];

function usePacked(path: string, context: CommandContext): void {
  const isWhole = path === "-" || /[-._]t?[ag]?[zZ]$/.test(path);
  for (const suffix of isWhole ? [""] : gzipSuffixes) usePath("read", path + suffix, context);
}

/** Copies or moves go to a place itself or, if it is a directory, into it under their names. */
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

/** Where a path leads from each directory that the command may be in. */
function placesOf(path: string, use: PathUse, context: CommandContext): readonly string[] {
  const { directories, origin } = context;
  const isAbsolute = path.startsWith("/");
  if (directories === null && !isAbsolute) {
    context.unknown(`where ${path} lies isn't known after the cd before it`);
    return [];
  }
  const from = isAbsolute ? ["/"] : (directories ?? []);
  return from.map((directory) => {
    const joined = joinPath(directory, path, origin);
    if (joined.back !== null && !context.isPlainDirectory(joined.back)) {
      context.unknown(`${path} leads back out of ${joined.back}, which may be a link`);
      // What the link leads to is touched on the way.
      if (use !== "read") context.add({ type: "read", path: joined.back });
    }
    return joined.path;
  });
}

function addPath(use: PathUse, path: string, context: CommandContext): void {
  switch (use) {
    case "read":
    case "read-packed":
      return context.add({ type: "read", path });
    case "read-tree":
      return context.add({ type: "read", path, recursive: true });
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
      // Said of the whole place of work it would count as a change of all that is protected there.
      context.add({ type: "write", path, ...operation });
      return context.unknown(`which files it changes below ${path} can't be said`);
    }
    case "delete":
      return context.add({ type: "delete", path });
    case "move":
      context.add({ type: "read", path, recursive: true });
      return context.add({ type: "delete", path });
  }
}

/** A glob reads from the directory of its literal beginning; what it changes isn't known. */
function useGlob(
  use: ValueUse,
  { text, start, isDeep }: Extract<Argument, { kind: "glob" }>,
  context: CommandContext,
): void {
  const pattern = text.slice(start.lastIndexOf("/") + 1);
  // `.*` matches `..` in many shells.
  const leadsBack = /(?:^|\/)\.(?:[*?[.]|$)/.test(pattern);
  const isRead =
    typeof use === "string" && /^(?:read(?:-packed|-tree|-visible)?|list-tree)$/.test(use);
  if (!isRead || leadsBack) {
    context.unknown(`which files ${text} matches isn't known before it runs`);
  }
  if (!isPathUse(use)) return;
  const directory = start.slice(0, start.lastIndexOf("/") + 1);
  const path = directory === "" ? "." : directory;
  if (!isRead) {
    changeMatches(use === "delete" || use === "move", path, context);
    return;
  }
  for (const place of placesOf(path, "read", context)) {
    context.add({
      type: "read",
      path: place,
      recursive: true,
      ...(use === "list-tree" && { leavesOutProtected: true, namesOnly: true }),
      ...(isDeep !== true && { glob: `${place === "/" ? "" : place}/${pattern}` }),
    });
  }
}

/** What the machine can't do without. */
const systemDirectory =
  /^\/(?:bin|boot|etc|home|lib(?:32|64|x32)?|opt|root|sbin|srv|usr|var|Applications|Library|System|Users)$/;

/** What a glob changes: its directory, and all of it where that holds the place of work or is home. */
function changeMatches(isRemoval: boolean, path: string, context: CommandContext): void {
  const { origin, home } = context;
  for (const place of placesOf(path, "write", context)) {
    const isLasting =
      place === home || (place !== origin && holds(place, origin)) || systemDirectory.test(place);
    if (isRemoval && isLasting) context.add({ type: "delete", path: place });
    else context.add({ type: "write", path: place, operation: "modify" });
  }
}
