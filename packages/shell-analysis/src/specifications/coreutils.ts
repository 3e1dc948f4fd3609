import { type CommandFamily, oneOf, reads } from "../specification/specification.ts";

const when = { value: oneOf("always never auto yes no tty none force if-tty"), optional: true };

/** Files as the GNU core utilities handle them; also of BSD where the options agree. */
export const coreutils: CommandFamily = [
  {
    names: "cat tac",
    flags: `-A -b -e -E -n -s -t -T -u -v --show-all --number-nonblank --show-ends --number
      --squeeze-blank --show-tabs --show-nonprinting --before --regex`,
    operands: { rest: "read", none: "stdin" },
    harmlessOptions: true,
    informs: "--help --version",
  },
  {
    names: "head",
    flags: "-q -v -z --quiet --silent --verbose --zero-terminated",
    options: { "-n --lines -c --bytes": "number" },
    numericOption: true,
    operands: { rest: "read", none: "stdin" },
    harmlessOptions: true,
    informs: "--help --version",
  },
  {
    names: "ls",
    flags: `-a -A -b -B -c -C -d -f -F -g -G -h -H -i -k -l -L -m -n -N -o -p -q -Q -r -s -S -t -u -U
      -v -x -X -Z -1 --all --almost-all --author --escape --ignore-backups --directory --file-type
      --full-time --group-directories-first --no-group --human-readable --si --dereference
      --inode --kibibytes --numeric-uid-gid --literal --hide-control-chars --show-control-chars
      --quote-name --reverse --size --context --zero`,
    options: {
      "-I --ignore --hide --block-size --time-style": "text",
      "-w --width -T --tabsize": "number",
      "--format": oneOf("across commas horizontal long single-column verbose vertical"),
      "--sort": oneOf("none size time version extension name width"),
      "--time": oneOf("atime access use ctime status birth creation mtime modification"),
      "--indicator-style": oneOf("none slash file-type classify"),
      "--quoting-style": "text",
      "--color --hyperlink --classify": when,
      "-R --recursive": { operands: { rest: "list-tree" } },
    },
    operands: { rest: "read", none: [reads(".")] },
    harmlessOptions: true,
    informs: "--help --version",
  },
  {
    names: "uniq",
    flags: "-c -d -D -i -u -z --count --repeated --ignore-case --unique --zero-terminated",
    options: { "-f --skip-fields -s --skip-chars -w --check-chars": "number" },
    // The second one is what it writes.
    operands: { first: ["read", "write"], none: "stdin" },
    informs: "--help --version",
  },
  {
    names: "cp",
    flags: `-a -b -d -f -i -l -L -n -p -P -s -u -v -x --archive --force --interactive --link
      --dereference --no-clobber --no-dereference --one-file-system --symbolic-link --verbose`,
    options: {
      "-r -R --recursive": { operands: { rest: "read-tree" } },
      "-t --target-directory": { value: "write", operands: { last: null } },
      "-T --no-target-directory": { operands: { last: "write" } },
    },
    operands: { rest: "read", last: "destination" },
  },
];
