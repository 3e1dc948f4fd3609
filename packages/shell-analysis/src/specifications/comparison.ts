import {
  type CommandFamily,
  type CommandShape,
  followedTree,
  oneOf,
  unknown,
} from "../specification/specification.ts";

/** diff follows links in directories unless `--no-dereference` is given. */
const followed = followedTree(
  "-r follows links wherever they lead; with --no-dereference it doesn't",
);

const diffShape: CommandShape = {
  // Left out: -l, which runs pr.
  flags: `-q -s -c -u -e -n -y -p -t -T -N -i -E -Z -b -w -B -a -d --normal --brief
    --report-identical-files --ed --rcs --side-by-side --left-column --suppress-common-lines
    --show-c-function --expand-tabs --initial-tab --suppress-blank-empty --new-file
    --unidirectional-new-file --ignore-file-name-case --no-ignore-file-name-case --ignore-case
    --ignore-tab-expansion --ignore-trailing-space --ignore-space-change --ignore-all-space
    --ignore-blank-lines --text --strip-trailing-cr --minimal --speed-large-files`,
  options: {
    "-C -U -W --width --tabsize --horizon-lines": "number",
    "--context --unified": { value: "number", optional: true },
    "-F --show-function-line --label -L -x --exclude -S --starting-file": "text",
    "-I --ignore-matching-lines -D --ifdef --line-format --palette": "text",
    "--old-line-format --new-line-format --unchanged-line-format": "text",
    "--old-group-format --new-group-format --changed-group-format": "text",
    "--unchanged-group-format": "text",
    "--color": { value: oneOf("never always auto"), optional: true },
    "-X --exclude-from": "read",
    // The value may be a directory.
    "--from-file --to-file": {
      value: "read-tree",
      effects: [unknown("compares the file with each operand")],
    },
    "-r --recursive": { operands: { rest: followed } },
    "--no-dereference": { operands: { rest: "read-tree" }, prevails: true },
  },
  numericOption: true,
  // diff compares the files in directories.
  operands: { rest: "read-tree" },
  informs: "--help -v --version",
};

/** Programs that compare files or apply differences. */
export const comparison: CommandFamily = [
  { names: "diff", ...diffShape },
  { names: "colordiff", ...diffShape },
  {
    names: "cmp",
    flags: "-b -l -s --print-bytes --verbose --quiet --silent",
    options: { "-i --ignore-initial -n --bytes": "text" },
    operands: { first: ["read", "read", "text", "text"] },
    informs: "--help -v --version",
  },
  {
    names: "diff3",
    flags: `-3 -a -A -e -E -i -m -T -x -X --easy-only --text --show-all --ed --show-overlap --merge
      --initial-tab --overlap-only --strip-trailing-cr`,
    options: { "-L --label": "text", "--diff-program": "program" },
    operands: { first: ["read-tree", "read-tree", "read-tree"] },
    informs: "--help -v --version",
  },
  {
    names: "sdiff",
    flags: `-a -b -B -d -E -H -i -l -s -t -W -Z --text --ignore-space-change --ignore-blank-lines
      --minimal --ignore-tab-expansion --speed-large-files --ignore-case --left-column
      --suppress-common-lines --expand-tabs --ignore-all-space --ignore-trailing-space
      --strip-trailing-cr`,
    options: {
      "-w --width --tabsize": "number",
      "-I --ignore-matching-lines": "text",
      "--diff-program": "program",
      // It then prompts, and can start an editor.
      "-o --output": { value: "write", unspecified: true },
    },
    // When an operand is a directory, it reads the file of the same name in it.
    operands: { first: ["read-tree", "read-tree"] },
    informs: "--help -v --version",
  },
  {
    names: "patch",
    flags: "-b -E -f -l -N -R -s -t -u -c -n --dry-run --verbose --force --forward --reverse",
    options: {
      "-p --strip -F --fuzz": "number",
      "-i --input": "read",
      "-o --output -r --reject-file": "write",
      "-d --directory": "write-tree",
    },
    operands: { first: ["modify", "read"] },
    effects: [unknown("changes the files that the patch names")],
    informs: "-v --version --help",
  },
];
