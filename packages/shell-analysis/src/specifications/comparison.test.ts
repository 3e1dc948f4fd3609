import { describeCommands } from "../fixtures/describe-commands.ts";

const looking = [
  "diff -u a.txt b.txt",
  "diff --brief a.txt b.txt",
  "diff -y --width=120 a b",
  "diff -U3 a b",
  "diff --color=always a b | head",
  "diff -w -B a b",
  "cmp -l a b",
  "cmp --silent a b && echo same",
  "diff3 a b c",
  "sdiff -s a b",
  "diff -q a b",
  "diff -u <(sort a) b",
  "diff --strip-trailing-cr -u a b",
];

const effects: Readonly<Record<string, string>> = {
  "diff a /etc/passwd": "read /etc/passwd/**, read a/**",
  "diff --to-file=/etc/passwd a": "read /etc/passwd/**, read a/**, unknown",
  "diff3 --diff-program=./x a b c": "read a/**, read b/**, read c/**, run ./x, run diff3",
  "sdiff -o out a b": "read a/**, read b/**, run sdiff, write out",
  // For a directory, the file of the same name in it is read, even through a link.
  "sdiff b.txt dir": "read b.txt/**, read dir/**",
  "diff3 a b dir": "read a/**, read b/**, read dir/**",
  "cmp a /etc/passwd": "read /etc/passwd, read a",
};

const asking = ["patch -p1 -i x.patch", "patch -p1 < x.patch", "diff -r a b", "diff -l a b"];

describeCommands("comparing files", { looking, effects, asking });
