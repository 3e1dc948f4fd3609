import type { Random } from "./random.ts";

const wordsOf = (text: string): readonly string[] => text.trim().split("\n");

const tests = wordsOf(`
-name '*.ts'
-name '*.md'
-name .e*
-name *.ts
-name '.*'
-not -name '.*'
-not -name '*.ts'
-iname '*.TS'
-name '*]'
-name 'id*'
-type f
-type l
-not -path '*/.*'
-not -path './.*'
-path '*/.*'
-not -path '*/\\.*'
-path ./lib -prune
-maxdepth 1
-newer a.txt
-true
-print
-print0
-exec cat {} +
-o
-o
-a
!
,
\\(
\\)`);

const patterns = [
  "'*.ts'",
  "*.ts",
  "'.e*'",
  ".e*",
  "'*'",
  "'?env'",
  "*.{ts,md}",
  "'src/*.ts'",
  "':!*.ts'",
];
const places = [
  "",
  ".",
  "src",
  "lib",
  "./",
  ".e*",
  ".env",
  "lib/*",
  "*",
  "src lib",
  "links",
  "near",
  "near",
];

/** A command that lists names or searches below directories, and what is done with the names. */
export function listingLine(random: Random): string {
  const some = (list: readonly string[], most: number): string =>
    Array.from({ length: random.below(most + 1) }, () => random.pick(list)).join(" ");
  const pattern = (): string => random.pick(patterns);
  const ripgrep = [
    "-u",
    "-.",
    "--hidden",
    "-g",
    `-g ${pattern()}`,
    "-L",
    "--no-ignore",
    `--iglob ${pattern()}`,
  ];
  const filters = ["--include", "--include", "--exclude", "--exclude-dir"];
  const grep = (): string => `${random.pick(filters)}${random.pick(["=", " "])}${pattern()}`;
  const listings = [
    () => `find ${random.pick(places)} ${some(tests, 6)}`,
    () => `rg --files ${some(ripgrep, 2)} ${random.pick(places)}`,
    () => `rg -l a ${some(ripgrep, 2)} ${random.pick(places)}`,
    () => `grep -rl a ${grep()} ${random.pick(places)}`,
    () => `git ls-files ${some(["-o", "-c", "--", ...patterns], 3)}`,
    () => `git grep -l a ${some(["--", "--untracked", ...patterns], 3)}`,
    () => `ls ${random.pick(["", "-a", "-A"])} ${random.pick(places)}`,
  ];
  if (random.once(4)) {
    const options = Array.from({ length: 1 + random.below(3) }, grep);
    return `grep ${random.shuffled(["-rn", "a", ...options, random.pick(places)]).join(" ")}`;
  }
  const filter = random.pick([
    "",
    "",
    " | sort",
    " | grep '\\.ts$'",
    " | grep -v '\\.ts$'",
    " | head -3",
  ]);
  const listing = `${random.pick(listings)()}${filter}`;
  const use = random.pick(["cat", "grep a", "grep -r a", "head -2", "wc -c", "rg a", "diff a.txt"]);
  const rest = (): string => random.pick(["", "", ".env", "/.env", "/.e*", "/*"]);
  const name = random.pick(['"$f"', "$f"]);
  return random.pick([
    `${listing} | xargs ${use}`,
    `${listing} | xargs -0 ${use}`,
    `${listing} | xargs -I{} ${use} {}`,
    `${use} $(${listing})`,
    `for f in $(${listing}); do ${use} ${name}${rest()}; done`,
    `${listing} | while read -r f; do ${use} ${name}${rest()}; done`,
    `${listing} -exec ${use} {} +`,
  ]);
}
