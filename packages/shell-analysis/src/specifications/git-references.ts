import {
  type CommandShape,
  type Consequence,
  oneOf,
  type OptionUse,
  unknown,
  unspecified,
} from "../specification/specification.ts";
import { diffShape, logShape } from "./git-history.ts";

/** Commands that show branches, tags and other names of commits. Source: git 2.39, `git NAME -h`. */

/** A subcommand that changes the repository, and may run its hooks. */
export const changing: CommandShape = { specified: false };

/** `%(signature)` starts GPG in newer versions. */
function referenceFormat(text: string): readonly Consequence[] {
  return /%\(\*?signature/.test(text) ? [unknown("runs GPG for its format")] : [];
}

const color: OptionUse = { value: oneOf("always never auto"), optional: true };
const lists: OptionUse = { value: "text", optional: true, operands: { rest: "text" } };
/** A word that makes the command change the repository: `git branch new`, `git tag v1`. */
export function change(): readonly Consequence[] {
  return [unspecified];
}

/** An option with which the command changes the repository. */
export const changes: OptionUse = { unspecified: true, operands: { rest: "text" } };

const branch: CommandShape = {
  flags: `-v -vv --verbose -q --quiet -r --remotes -a --all --no-color --show-current --no-column -i
    --ignore-case --no-abbrev`,
  options: {
    "-l --list": { operands: { rest: "text" } },
    "--contains --no-contains --merged --no-merged": lists,
    "--points-at": { value: "text", operands: { rest: "text" } },
    "--sort": "text",
    "--format": referenceFormat,
    "--abbrev --column": { value: "text", optional: true },
    "--color": color,
    [`-d --delete -D -m --move -M -c --copy -C -f --force --create-reflog --unset-upstream
      --edit-description --no-track --recurse-submodules`]: changes,
    "-t --track": { ...changes, value: "text", optional: true },
    "-u --set-upstream-to": { ...changes, value: "text" },
  },
  operands: { rest: change },
  informs: "-h",
};

const tag: CommandShape = {
  flags: "--no-color --no-column -i --ignore-case",
  options: {
    "-l --list": { operands: { rest: "text" } },
    "-n": { value: "number", optional: true, operands: { rest: "text" } },
    "--contains --no-contains --merged --no-merged": lists,
    "--points-at": { value: "text", operands: { rest: "text" } },
    "--sort": "text",
    "--format": referenceFormat,
    "--column": { value: "text", optional: true },
    "--color": color,
    // Making a tag may sign it, and verifying a signature runs GPG as well.
    "-d --delete -v --verify -a --annotate -s --sign -f --force -e --edit --create-reflog": changes,
    "-m --message --cleanup -u --local-user": { ...changes, value: "text" },
    "-F --file": { ...changes, value: "read" },
  },
  operands: { rest: change },
  informs: "-h",
};

const references: CommandShape = {
  flags: `-s --shell -p --perl --python --tcl --ignore-case`,
  options: {
    "--count --sort --points-at": "text",
    "--format": referenceFormat,
    "--color": color,
    "--merged --no-merged --contains --no-contains": { value: "text", optional: true },
  },
  operands: { rest: "text" },
  informs: "-h",
};

const stash: CommandShape = {
  noSubcommand: changing,
  subcommands: {
    list: logShape("stash", "list"),
    show: diffShape("stash", "show"),
    "push save pop apply drop clear branch create store": changing,
  },
  informs: "-h",
};

const reflogShape = logShape("reflog", "show");

const reflog: CommandShape = {
  informs: "-h",
  interpret: (given) => {
    const [first, ...rest] = given;
    if (first?.kind !== "static") return reflogShape.interpret?.(given) ?? [];
    switch (first.text) {
      case "show":
        return reflogShape.interpret?.(rest) ?? [];
      // Older versions read these words as the name of a reference.
      case "list":
      case "exists":
        return rest.every(({ kind, text }) => kind === "static" && !text.startsWith("-"))
          ? []
          : [unknown(`has an unknown option after ${first.text}`)];
      case "expire":
      case "delete":
      case "drop":
      case "write":
        return [unknown("changes the reflog")];
      default:
        return reflogShape.interpret?.(given) ?? [];
    }
  },
};

const describe: CommandShape = {
  flags: `--contains --debug --all --tags --long --first-parent --exact-match --always --no-abbrev
    --no-match --no-exclude`,
  options: {
    "--candidates --match --exclude": "text",
    "--abbrev": { value: "text", optional: true },
    // Plain git would refresh the index for it; the hardened one runs git diff instead.
    "--dirty": { value: "text", optional: true },
    "--broken": { value: "text", optional: true, unspecified: true },
  },
  operands: { rest: "text" },
  harmlessOptions: true,
  informs: "-h",
};

/** By subcommand. */
export const gitReferences: Readonly<Record<string, CommandShape>> = {
  branch,
  tag,
  "for-each-ref": references,
  stash,
  reflog,
  describe,
  "name-rev": {
    flags: "--name-only --tags --all --undefined --no-undefined --always --annotate-stdin",
    options: { "--refs --exclude": "text" },
    operands: { rest: "text" },
    informs: "-h",
  },
  "merge-base": {
    flags: "-a --all --octopus --independent --is-ancestor --fork-point",
    operands: { rest: "text" },
    harmlessOptions: true,
    informs: "-h",
  },
  cherry: {
    flags: "-v --verbose",
    options: { "--abbrev": { value: "number", optional: true } },
    operands: { rest: "text" },
    informs: "-h",
  },
  "show-ref": {
    flags: "--tags --heads --branches --verify --head -d --dereference -q --quiet --exists",
    options: { "-s --hash --abbrev": { value: "number", optional: true } },
    operands: { rest: "text" },
    informs: "-h",
  },
  "symbolic-ref": {
    flags: "-q --quiet --short --recurse --no-recurse",
    options: { "-d --delete": changes, "-m": { ...changes, value: "text" } },
    // A second operand changes the first.
    operands: { first: ["text", change] },
    informs: "-h",
  },
  notes: {
    options: { "--ref": "text" },
    noSubcommand: {},
    subcommands: {
      "list show": { operands: { first: ["text"] } },
      "get-ref": {},
      "add copy append edit merge remove prune": changing,
    },
    informs: "-h",
  },
};
