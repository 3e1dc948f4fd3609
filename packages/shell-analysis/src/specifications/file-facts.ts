import {
  type CommandFamily,
  listsTree,
  oneOf,
  reads,
  type SubLanguage,
  unknown,
} from "../specification/specification.ts";
import { treeCommand } from "./sub-languages/tree-command.ts";

const when = { value: oneOf("always never auto yes no tty none force if-tty"), optional: true };
const follows = { effects: [unknown("follows links wherever they lead")] };
const takesList = {
  value: "read",
  effects: [unknown("takes the files that a list names")],
} as const;
const gnu = "--help --version";

/** A list of files, separated by colons. */
const eachOfList: SubLanguage = (text) =>
  text.split(":").map((path) => ({ type: "path", use: "read", path }));

/** A pattern for names. BSD reads the word as a file, which is in the current directory then. */
const pattern: SubLanguage = (text) =>
  text.includes("/") || text === ".."
    ? [unknown(`has the pattern ${text}, which may be a path`)]
    : [];

/** Programs that show names, sizes, kinds and other facts of files, or compute with paths. */
export const fileFacts: CommandFamily = [
  {
    names: "ls dir vdir",
    flags: `-a -A -b -B -c -C -d -f -F -g -G -h -H -i -k -l -m -n -N -o -p -q -Q -r -s -S -t -u -U
      -v -x -X -Z -1 --all --almost-all --author --escape --ignore-backups --directory --file-type
      --full-time --group-directories-first --no-group --human-readable --si
      --dereference-command-line --dereference-command-line-symlink-to-dir
      --inode --kibibytes --numeric-uid-gid --literal --hide-control-chars --show-control-chars
      --quote-name --reverse --size --context --zero`,
    options: {
      // In BSD this is a flag, and the next word is a file.
      "-I": pattern,
      "--ignore --hide --block-size --time-style": "text",
      "-w --width -T --tabsize": "number",
      "--format": oneOf("across commas horizontal long single-column verbose vertical"),
      "--sort": oneOf("none size time version extension name width"),
      "--time": oneOf("atime access use ctime status birth creation mtime modification"),
      "--indicator-style": oneOf("none slash file-type classify"),
      "--quoting-style": "text",
      "--color --hyperlink --classify": when,
      "-L --dereference": follows,
      "-R --recursive": { operands: { rest: "list-tree", none: [listsTree(".")] } },
    },
    operands: { rest: "read", none: [reads(".")] },
    harmlessOptions: true,
    informs: gnu,
  },
  { names: "tree", interpret: treeCommand, informs: gnu },
  {
    names: "du",
    flags: `-0 -a -b -c -D -h -H -k -l -m -P -S -s -x --null --all --apparent-size --bytes --total
      --dereference-args --human-readable --inodes --count-links --no-dereference --separate-dirs
      --si --summarize --one-file-system`,
    options: {
      "-B --block-size -d --max-depth -t --threshold --exclude --time-style": "text",
      "--time": { value: "text", optional: true },
      "-L --dereference": follows,
      "-X --exclude-from": "read",
      "--files0-from": takesList,
    },
    operands: { rest: "list-tree", none: [listsTree(".")] },
    harmlessOptions: true,
    informs: gnu,
  },
  {
    names: "df",
    flags: `-a -h -H -i -k -l -m -P -T -v --all --human-readable --si --inodes --local --no-sync
      --portability --sync --total --print-type`,
    options: {
      "-B --block-size -t --type -x --exclude-type": "text",
      "--output": { value: "text", optional: true },
    },
    // df shows only the file system of each operand.
    operands: { rest: "text" },
    informs: gnu,
  },
  {
    names: "stat",
    flags: "-L -f -t -x -n -r -s --dereference --file-system --terse",
    options: {
      "-c --format --printf": "text",
      "--cached": oneOf("always never default"),
    },
    operands: { rest: "read" },
    harmlessOptions: true,
    informs: gnu,
  },
  {
    names: "file",
    // Left out: -C and -p, which write, -z and -Z, which run decompressors.
    flags: `-b -i -I -L -h -k -n -N -r -0 -E --brief --mime --apple --extension --mime-type
      --mime-encoding --keep-going --dereference --no-dereference --no-buffer --no-pad --print0
      --raw`,
    options: {
      "-e --exclude --exclude-quiet -F --separator -P --parameter": "text",
      // When the value is a directory, it reads all files in it, through links as well.
      "-m --magic-file": {
        value: eachOfList,
        effects: [unknown("reads all files of a directory as magic files")],
      },
      "-f --files-from": takesList,
    },
    operands: { rest: "read" },
    informs: "--help -v --version",
  },
  {
    names: "readlink",
    flags: `-f -e -m -n -q -s -v -z --canonicalize --canonicalize-existing --canonicalize-missing
      --no-newline --quiet --silent --verbose --zero`,
    operands: { rest: "read" },
    harmlessOptions: true,
    informs: gnu,
  },
  {
    names: "realpath",
    flags: `-e -m -L -P -q -s -z --canonicalize-existing --canonicalize-missing --logical --physical
      --quiet --strip --no-symlinks --zero`,
    options: { "--relative-to --relative-base": "read" },
    operands: { rest: "read" },
    informs: gnu,
  },
  {
    names: "basename",
    flags: "-a -z --multiple --zero",
    options: { "-s --suffix": "text" },
    operands: { rest: "text" },
    harmlessWords: true,
    informs: gnu,
  },
  {
    names: "dirname",
    flags: "-z --zero",
    operands: { rest: "text" },
    harmlessWords: true,
    informs: gnu,
  },
  {
    names: "pathchk",
    flags: "-p -P --portability",
    operands: { rest: "read" },
    informs: gnu,
  },
  {
    names: "namei",
    flags: "-l -m -n -o -v -x --long --modes --nosymlinks --owners --vertical --mountpoints",
    operands: { rest: "read" },
    informs: "-h --help -V --version",
  },
];
