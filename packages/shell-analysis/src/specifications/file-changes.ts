import {
  type CommandFamily,
  type Consequence,
  oneOf,
  type SubLanguage,
  unknown,
  writes,
} from "../specification/specification.ts";
import { linkCommand } from "./sub-languages/link-command.ts";

const gnu = "--help --version";
const updates = { value: oneOf("all none older none-fail"), optional: true };
const modeOption = { operands: { first: [] } };
const temporary: Consequence = { type: "path", use: "create", path: "/tmp/tmp.XXXXXXXXXX" };
const unnamed = unknown("makes several files with unknown names");

/** dd's operands are its options. */
const ddOperand: SubLanguage = (text) => {
  const [, name = "", value = ""] = /^([a-z]+)=(.*)$/s.exec(text) ?? [];
  if (name === "if") return [{ type: "path", use: "read", path: value }];
  if (name === "of") return [writes(value)];
  if (/^(?:bs|ibs|obs|cbs|count|skip|iseek|seek|oseek|conv|iflag|oflag|status)$/.test(name))
    return [];
  return [unknown(`has the unknown operand ${text}`)];
};

/** `rmdir -p a/b/c` also removes a/b and a. */
const emptyParents: SubLanguage = (text) => {
  const parts = text.replace(/\/+$/, "").split("/");
  if (parts.length > 100) return [unknown("has a path with more than 100 parts")];
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  return paths
    .filter((path) => path !== "" && path !== ".")
    .map((path) => ({ type: "path", use: "delete", path }));
};

/** Programs that create, change and remove files. Left out everywhere: backups, SELinux contexts. */
export const fileChanges: CommandFamily = [
  {
    names: "touch",
    flags: "-a -c -f -h -m --no-create --no-dereference",
    options: {
      "-d --date -t --time": "text",
      "-r --reference": "read",
    },
    operands: { rest: "write" },
    informs: gnu,
  },
  {
    names: "mkdir",
    flags: "-p -v --parents --verbose",
    options: { "-m --mode": "text" },
    operands: { rest: "create" },
    informs: gnu,
  },
  {
    names: "rmdir",
    flags: "-v --verbose --ignore-fail-on-non-empty",
    options: { "-p --parents": { operands: { rest: emptyParents } } },
    operands: { rest: "delete" },
    informs: gnu,
  },
  {
    names: "rm",
    flags: `-d -f -i -I -r -R -v --dir --force --recursive --verbose --one-file-system
      --no-preserve-root`,
    options: {
      "--interactive": { value: oneOf("never no none once always yes"), optional: true },
      "--preserve-root": { value: oneOf("all"), optional: true },
    },
    operands: { rest: "delete" },
    informs: gnu,
  },
  { names: "unlink", operands: { first: ["delete"] }, informs: gnu },
  {
    names: "shred",
    flags: "-f -v -x -z --force --verbose --exact --zero",
    options: {
      "-n --iterations -s --size": "number",
      "--random-source": "read",
      "-u": { operands: { rest: "delete" } },
      "--remove": {
        value: oneOf("unlink wipe wipesync"),
        optional: true,
        operands: { rest: "delete" },
      },
    },
    operands: { rest: "modify" },
    informs: gnu,
  },
  {
    names: "cp",
    flags: `-d -f -H -i -n -p -P -u -v -x --force --interactive --no-clobber --no-dereference
      --one-file-system --verbose --attributes-only --remove-destination
      --strip-trailing-slashes`,
    options: {
      "-a --archive -r -R --recursive": { operands: { rest: "read-tree" } },
      // A link opens its target.
      "-l --link -s --symbolic-link": { operands: { rest: "read-tree" } },
      "-L --dereference": { effects: [unknown("follows links wherever they lead")] },
      "--preserve": { value: "text", optional: true },
      "--no-preserve": "text",
      "--reflink": { value: oneOf("always auto never"), optional: true },
      "--sparse": oneOf("always auto never"),
      "--update": updates,
      "--parents": { operands: { last: "write-tree" } },
      "-t --target-directory": { value: "write-tree", operands: { last: null } },
      "-T --no-target-directory": { operands: { last: "write-tree" } },
    },
    operands: { rest: "read", last: "destination" },
    informs: gnu,
  },
  {
    names: "mv",
    flags: "-f -i -n -u -v --force --interactive --no-clobber --verbose --strip-trailing-slashes",
    options: {
      "--update": updates,
      "-t --target-directory": { value: "write-tree", operands: { last: null } },
      "-T --no-target-directory": { operands: { last: "write-tree" } },
    },
    operands: { rest: "move", last: "destination" },
    informs: gnu,
  },
  { names: "ln", interpret: linkCommand, informs: gnu },
  { names: "link", operands: { first: ["read", "create"] }, informs: gnu },
  {
    names: "install",
    // Left out: -s, which runs strip.
    flags: "-c -C -p -v --compare --preserve-timestamps --verbose",
    options: {
      "-m --mode -o --owner -g --group": "text",
      "-d --directory": { operands: { rest: "write", last: null } },
      "-D": { operands: { last: "write-tree" } },
      "-t --target-directory": { value: "write-tree", operands: { last: null } },
      "-T --no-target-directory": { operands: { last: "write" } },
    },
    operands: { rest: "read", last: "destination" },
    informs: gnu,
  },
  {
    names: "chmod",
    flags: `-c -f -v --changes --silent --quiet --verbose --preserve-root --no-preserve-root`,
    options: {
      "-R --recursive": { operands: { rest: "modify-tree" } },
      "--reference": { value: "read", operands: { first: [] } },
      // A mode like `-x`.
      "-r -w -x -X -s -t -u -g -o": modeOption,
    },
    operands: { first: ["text"], rest: "modify" },
    informs: gnu,
  },
  {
    names: "chown chgrp",
    flags: `-c -f -v -h -P --changes --silent --quiet --verbose --dereference --no-dereference
      --preserve-root --no-preserve-root`,
    options: {
      "-R --recursive": { operands: { rest: "modify-tree" } },
      "--from": "text",
      "--reference": { value: "read", operands: { first: [] } },
    },
    operands: { first: ["text"], rest: "modify" },
    informs: gnu,
  },
  {
    names: "truncate",
    flags: "-c -o --no-create --io-blocks",
    options: { "-s --size": "text", "-r --reference": "read" },
    operands: { rest: "write" },
    informs: gnu,
  },
  {
    names: "dd",
    operands: { rest: ddOperand },
    informs: gnu,
  },
  {
    names: "tee",
    flags: "-a -i -p --append --ignore-interrupts",
    options: {
      "--output-error": { value: oneOf("warn warn-nopipe exit exit-nopipe"), optional: true },
    },
    operands: { rest: "output" },
    informs: gnu,
  },
  { names: "sponge", flags: "-a", operands: { first: ["write"] } },
  {
    names: "sync",
    flags: "-d -f --data --file-system",
    operands: { rest: "read" },
    informs: gnu,
  },
  {
    names: "mkfifo",
    options: { "-m --mode": "text" },
    operands: { rest: "create" },
    informs: gnu,
  },
  // It makes devices.
  { names: "mknod", specified: false, operands: { first: ["create"], rest: "text" }, informs: gnu },
  {
    names: "mktemp",
    flags: "-d -q -u --directory --quiet --dry-run",
    options: {
      "-p": { value: "write-tree", operands: { first: ["text"], none: [] } },
      "--tmpdir": {
        value: "write-tree",
        optional: true,
        operands: { first: ["text"], none: [temporary] },
        effects: [temporary],
      },
      "-t": { operands: { first: ["text"], none: [] }, effects: [temporary] },
      "--suffix": "text",
    },
    operands: { first: ["create"], none: [temporary] },
    informs: gnu,
  },
  {
    names: "split",
    flags: "-d -e -u -x --elide-empty-files --unbuffered --verbose",
    options: {
      "-a --suffix-length -b --bytes -C --line-bytes -l --lines -n --number": "text",
      "-t --separator --additional-suffix": "text",
      "--numeric-suffixes --hex-suffixes": { value: "number", optional: true },
      "--filter": "program",
    },
    numericOption: true,
    operands: { first: ["read", "write"] },
    effects: [unnamed],
    informs: gnu,
  },
  {
    names: "csplit",
    flags: "-k -s -z --keep-files --quiet --silent --elide-empty-files --suppress-matched",
    options: { "-b --suffix-format -n --digits": "text", "-f --prefix": "write" },
    operands: { first: ["read"], rest: "text" },
    effects: [unnamed],
    informs: gnu,
  },
  {
    names: "dos2unix unix2dos mac2unix unix2mac",
    flags: "-k -q -f -s --keepdate --quiet --force --safe",
    options: { "-i --info": { operands: { rest: "read" } } },
    operands: { rest: "modify" },
    informs: "-h --help -V --version",
  },
];
