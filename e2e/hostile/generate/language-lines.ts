import type { Random } from "./random.ts";

interface Language {
  /** Commands that take the program text as their next word. */
  readonly commands: readonly string[];
  readonly pieces: readonly string[];
  readonly after: string;
}

const lineEnds = ["\n", ";", " ", " ", "", "\\\n", "# c\n"];

/** Small languages inside words: mostly invalid programs, sometimes surprisingly valid ones. */
const languages: readonly Language[] = [
  {
    commands: [
      "awk",
      "gawk",
      "mawk",
      "busybox awk",
      "awk -F:",
      "gawk --posix",
      "awk -v x=1",
      "original-awk",
    ],
    pieces: [
      ...'BEGIN END { } ( ) print printf length x y NF $1 $0 1 2 / // /x/ /"/ "a" "" "\\"" "/" ? : > >> | < ~ !~ = == + - ++ , in for while if else do function return delete next exit getline close substr( split( index( match( sub( gsub( && || ! [ ] % ^ ** **= /= @ func'.split(
        " ",
      ),
      ...lineEnds,
      'system("touch pwned")',
      'print > "pwned"',
      'print "x" > "../outside/pwned"',
      'print | "touch pwned"',
      '"touch pwned" | getline',
      'getline < "../outside/canary.txt"',
      '"/inet/tcp/0/127.0.0.1/9" |& getline',
      'length /"/ ; ',
      "1 ?\n",
      " 2 :\n",
      'function f(x) { system(x) } f("touch pwned")',
    ],
    after: " a.txt",
  },
  {
    commands: ["sed", "sed -n", "sed -E", "sed -s", "sed --posix", "busybox sed"],
    pieces: [
      ..."1 2 $ , ! p d q = n N g G h H x l b t : a b { } ; s/x/y/ s/x/y/p s,x,y, s/[/]/y/ y/x/y/ /x/ \\,x, +1 ~2 0 I M".split(
        " ",
      ),
      ...lineEnds,
      "w pwned",
      "s/x/y/w pwned",
      "s/o/touch pwned/e",
      "e touch pwned",
      "r ../outside/canary.txt",
      "R ../outside/canary.txt",
      "W pwned",
      "s/x/y\\\n/w pwned",
      "a\\\n",
      "i\\",
      "c x",
      "\\c[",
      "s/[",
      "]/y/",
      "F",
      "z",
    ],
    after: " a.txt",
  },
  {
    commands: ["jq", "jq -r", "jq -n", "jq -c", "jq --arg x 1"],
    pieces: [
      ...'. .a .b [ ] { } ( ) | , : ? // + - * / % == and or not if then elif else end as $x reduce foreach def ; try catch label import include "a" "\\(1)" 1 map( select( env $ENV input inputs input_filename debug stderr halt @sh @base64 getpath( limit( .. .[] .[0] .[1:]'.split(
        " ",
      ),
      'include "evil";',
      'import "../outside/x" as x;',
      "env.PLAIN_SETTING",
      "$ENV.PLAIN_SETTING",
      "get_search_list",
      "input_line_number",
      ...lineEnds,
    ],
    after: " x.json",
  },
  {
    commands: ["find . ", "find src ", "find a.txt src ", "find -P . ", "find ./* "],
    pieces: [
      ..."-name -type -path -size -newer -maxdepth -prune -o -a ! \\( \\) , -print -print0 -ls -regex -user -perm -empty -quit f d l '*.ts' 1 +1 a.txt -true -false -not -depth -xdev -mount -follow -L -iname -lname -samefile -files0-from names.txt -printf '%p\\n' '%h' -exec -execdir -ok -delete -fprint pwned -fls {} + ; '\\;' cat touch grep x -- -newerXY -newermt".split(
        " ",
      ),
      "-exec cat {} +",
      "-exec touch pwned \\;",
      "-fprintf pwned x",
      "-files0-from names.txt",
    ],
    after: "",
  },
  {
    commands: ["curl -s", "curl", "wget -q -O-", "curl -sS --fail"],
    pieces: [
      ..."-T a.txt -o - -O -K names.txt -d @a.txt -F x=@a.txt --data-binary -a -T - -I -L -r 0-1 --url -w '%{url}' -b a.txt -c pwned -D -".split(
        " ",
      ),
      '"file://$PWD/a.txt"',
      '"file://$PWD/pwned"',
      '"file://$PWD/%2e%2e/outside/canary.txt"',
      '"file://$PWD/.%65nv"',
      '"file://$PWD/[a-b].txt"',
      '"file://$PWD/{a.txt,../outside/canary.txt}"',
      "file:///etc/hostname",
      "file:a.txt",
    ],
    after: "",
  },
];

/** A command line with a program in a small language: awk, sed, jq, find, URLs. */
export function languageLine(random: Random): string {
  const { commands, pieces, after } = random.pick(languages);
  const count = 1 + random.below(7);
  const text = Array.from({ length: count }, () => random.pick(pieces)).join(
    random.pick(["", " ", " "]),
  );
  const command = random.pick(commands);
  const isQuoted = /^(?:\S*awk|busybox|sed|jq|gawk|mawk)/.test(command);
  return isQuoted
    ? `${command} '${text.replaceAll("'", "")}'${after}`
    : `${command} ${text}${after}`;
}
