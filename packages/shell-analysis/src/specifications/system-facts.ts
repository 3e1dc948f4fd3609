import {
  type CommandFamily,
  oneOf,
  shows,
  type SubLanguage,
  unknown,
} from "../specification/specification.ts";

const gnu = "--help --version";

/** `+%F` prints; any other operand sets the clock. */
const dateFormat: SubLanguage = (text) =>
  text.startsWith("+") ? [] : [unknown(`sets the clock to ${text}`)];

/** `cal 2026`, `who am i`: words and numbers. */
const words = { rest: "text" } as const;

/** Programs that print values, the time, and facts about the machine, the user and the environment. */
export const systemFacts: CommandFamily = [
  { names: "yes", operands: words, harmlessWords: true, stopsAtOperand: true, informs: gnu },
  {
    names: "seq",
    flags: "-w --equal-width",
    options: { "-f --format -s --separator": "text" },
    numericOption: true,
    operands: words,
    informs: gnu,
  },
  { names: "factor", flags: "-h --exponents", operands: words, informs: gnu },
  { names: "expr", stopsAtOperand: true, operands: words, harmlessWords: true, informs: gnu },
  { names: "sleep", operands: words, informs: gnu },
  {
    names: "date",
    // BSD's -j prevents setting the clock.
    flags: "-j -n -R -u --debug --resolution --rfc-email --utc --universal",
    options: {
      "-d --date -v": "text",
      "-r --reference -f --file": "read",
      "-I --iso-8601": { value: oneOf("date hours minutes seconds ns"), optional: true },
      "--rfc-3339": oneOf("date seconds ns"),
      "-s --set": { value: "text", unspecified: true },
    },
    operands: { rest: dateFormat },
    informs: gnu,
  },
  {
    names: "cal ncal",
    flags: "-1 -3 -b -h -j -m -s -w -y",
    options: { "-n": "number" },
    operands: words,
  },
  {
    names: "uname",
    flags: `-a -i -m -n -o -p -r -s -v --all --kernel-name --nodename --kernel-release
      --kernel-version --machine --processor --hardware-platform --operating-system`,
    informs: gnu,
  },
  { names: "arch", informs: gnu },
  // Left out: operands, -F and -b, which set the name.
  {
    names: "hostname",
    flags: "-d -f -i -I -s --domain --fqdn --long --ip-address --all-ip-addresses --short",
    informs: "-h --help -V --version",
  },
  { names: "hostid whoami logname", informs: gnu },
  { names: "tty", flags: "-s --silent --quiet", informs: gnu },
  {
    names: "id",
    flags: "-a -g -G -n -r -u -z -Z --context --group --groups --name --real --user --zero",
    operands: words,
    informs: gnu,
  },
  { names: "groups", operands: words, informs: gnu },
  {
    names: "users who",
    flags: `-a -b -d -H -l -m -p -q -r -s -t -T -u -w --all --boot --dead --heading --login
      --process --count --runlevel --short --time --mesg --message --writable --users`,
    informs: gnu,
  },
  {
    names: "w",
    flags: "-f -h -i -o -s -u --from --ip-addr --no-header --old-style --short --no-current",
    operands: words,
    informs: "--help -V --version",
  },
  { names: "uptime", flags: "-p -s --pretty --since", informs: "-h --help -V --version" },
  {
    names: "nproc",
    flags: "--all",
    options: { "--ignore": "number" },
    informs: gnu,
  },
  {
    names: "printenv",
    flags: "-0 --null",
    operands: { rest: "variable", none: [shows("*")] },
    informs: gnu,
  },
  {
    names: "locale",
    flags: "-a -c -k -m -v --all-locales --category-name --keyword-name --charmaps --verbose",
    operands: words,
    informs: "-? --help --usage -V --version",
  },
  {
    names: "getconf",
    flags: "-a",
    options: { "-v": "text" },
    operands: { first: ["text", "read"] },
    informs: "--help --version",
  },
  // Other operands set the terminal's modes.
  {
    names: "stty",
    flags: "-a -g --all --save",
    operands: { first: [oneOf("size speed")] },
    informs: gnu,
  },
  // Some of the other capabilities start the terminal's own program.
  { names: "tput", operands: { first: [oneOf("cols lines colors")] }, informs: "-V" },
  { names: "uuidgen", flags: "-r -t --random --time", informs: "-h --help -V --version" },
  { names: "which", flags: "-a -s --all", operands: words, informs: gnu },
  { names: "whereis", flags: "-b -m -s -u -l", operands: words, informs: "-h --help -V --version" },
];
