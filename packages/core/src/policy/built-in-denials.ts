import type { RunEffect } from "../effects/kinds/run.ts";
import { fold } from "./fold.ts";
import { isWithin, namesOf } from "./path-names.ts";
import { foldedDirectory, type Place } from "./place.ts";
import { deniedProgram } from "./denied-programs.ts";
import type { Target } from "./target.ts";

/** The facts behind built-in denials, which no mode, rule or answer lifts. */
export interface DenialFacts {
  readonly place: Place;
  /** The folded names of the directories with our own settings and state. */
  readonly own: readonly (readonly string[])[];
  /** The folded names of the directories that no call may read. */
  readonly unreadable: readonly (readonly string[])[];
  /** Whether a directory, given by its folded names, contains a root, the home directory or the system. */
  readonly holdsLasting: (names: readonly string[]) => boolean;
}

/**
 * Shapes: `ownPaths` are the absolute directories of our settings and state. The `.toolwright`
 * folder of each root is added to them. `keyPaths` are the directories with our own keys.
 * Errors: ConfigurationError `policy-invalid` for an own path that isn't absolute.
 */
export function createDenialFacts(
  place: Place,
  ownPaths: readonly string[],
  keyPaths: readonly string[] = [],
): DenialFacts {
  const own = [
    ...ownPaths.flatMap(foldedDirectory),
    ...place.foldedRoots.map((names) => [...names, ".toolwright"]),
  ];
  const lasting = [...place.foldedRoots, ...place.foldedHomes, ...systemDirectories];
  const holdsLasting = (names: readonly string[]): boolean =>
    names.length === 0 || lasting.some((directory) => isWithin(directory, names));
  return { place, own, unreadable: keyPaths.flatMap(foldedDirectory), holdsLasting };
}

/** The machine doesn't start without these, or they hold people's files. */
const systemDirectories: readonly (readonly string[])[] = (
  "bin boot home lib lib32 lib64 opt root sbin srv usr var " +
  "applications library system users windows"
)
  .split(" ")
  .map((name) => [name]);

export interface ChangeFacts {
  readonly isRemoval: boolean;
  /** Everything below is changed as well. */
  readonly isWhole: boolean;
}

/**
 * The built-in rule that denies a write or removal: of a root or home, a device, an account file, or
 * our own settings and state. Null when none does.
 */
export function deniedChange(
  target: Target,
  change: ChangeFacts,
  facts: DenialFacts,
): string | null {
  for (const { folded } of target.spellings) {
    const reason = deniedAt(folded, change, facts);
    if (reason !== null) return reason;
  }
  return null;
}

/** The built-in rule that denies to read our own keys: whoever has them can answer questions. Null when none does. */
export function deniedRead(target: Target, { unreadable }: DenialFacts): string | null {
  const isKey = target.spellings.some(({ folded }) =>
    unreadable.some((directory) => isWithin(folded, directory)),
  );
  return isKey ? "built-in: Toolwright's own keys" : null;
}

function deniedAt(
  names: readonly string[],
  { isRemoval, isWhole }: ChangeFacts,
  { own, holdsLasting }: DenialFacts,
): string | null {
  for (const directory of own) {
    if (isWithin(names, directory) || (isWhole && isWithin(directory, names))) {
      // Removing a root removes its `.toolwright` as well; the rule about roots is the clearer reason.
      if (isRemoval && holdsLasting(names)) break;
      return "built-in: Toolwright's own settings and state";
    }
  }
  if (isRemoval && holdsLasting(names)) return removal;
  if (isDevice(names)) return "built-in: devices and kernel files";
  return isAccountFile(names) ? "built-in: system accounts and privileges" : null;
}

const removal =
  "built-in: removal of the workspace, the home directory, the system, or a folder that contains one of them";

// They behave like ordinary files, or have no lasting effect.
const harmlessDevices: ReadonlySet<string> = new Set([
  "null",
  "zero",
  "full",
  "stdout",
  "stderr",
  "tty",
  "fd",
  "shm",
]);

function isDevice([top, second]: readonly string[]): boolean {
  if (top === "dev") return second === undefined || !harmlessDevices.has(second);
  return top === "proc" || top === "sys" || top === "//." || top === "//?";
}

const accountFiles: ReadonlySet<string> = new Set([
  "doas.conf",
  "group",
  "group-",
  "gshadow",
  "gshadow-",
  "master.passwd",
  "pam.conf",
  "pam.d",
  "passwd",
  "passwd-",
  "polkit-1",
  "pwd.db",
  "security",
  "shadow",
  "shadow-",
  "spwd.db",
  "subgid",
  "subuid",
  "sudo.conf",
  "sudoers",
  "sudoers.d",
]);

function isAccountFile(names: readonly string[]): boolean {
  // macOS keeps /etc and /var below /private.
  const [top, second, third] = names[0] === "private" ? names.slice(1) : names;
  if (top === "etc") return second === undefined || accountFiles.has(second);
  return top === "var" && second === "db" && (third === "dslocal" || third === "sudo");
}

/** The built-in rule that denies a command because of its program or what it removes; null for none. */
export function deniedCommand(effect: RunEffect, facts: DenialFacts): string | null {
  const denied = deniedProgram(effect, facts.place);
  if (denied !== null) return denied;
  return removesLasting(effect, facts) ? removal : null;
}

/** Recognises `rm -rf /` even when the command is otherwise unknown and has no `delete` effects. */
function removesLasting(
  { program, words, cwd }: RunEffect,
  { place, holdsLasting }: DenialFacts,
): boolean {
  if (!/(?:^|\/)rm$/i.test(program)) return false;
  const options = words.slice(1).filter((word) => word.startsWith("-"));
  if (!options.some((option) => /^-[a-z]*r/i.test(option) || "--recursive".startsWith(option))) {
    return false;
  }
  return words.slice(1).some((word) => {
    const names = operandNames(word, cwd, place);
    if (names === null) return false;
    const folded = names.map(fold);
    // A root's contents may be removed with approval; the contents of home or a folder above may not.
    if (folded.at(-1) !== "*") return holdsLasting(folded);
    const holder = folded.slice(0, -1);
    const isRoot = place.foldedRoots.some(
      (root) => root.length === holder.length && isWithin(root, holder),
    );
    return holdsLasting(holder) && !isRoot;
  });
}

/** The path names of an operand as a shell would read it; null for an option. */
function operandNames(word: string, cwd: string, place: Place): readonly string[] | null {
  if (word.startsWith("-") || word === "") return null;
  const home = /^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/.exec(word)?.[0];
  if (home !== undefined && place.homeNames === null) return word === home ? [] : null;
  const start = home !== undefined ? (place.homeNames ?? []) : (namesOf(cwd) ?? []);
  const absolute = home === undefined ? namesOf(word) : null;
  const names = absolute === null ? [...start] : [];
  for (const name of absolute ?? word.slice(home?.length ?? 0).split("/")) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return names;
}
