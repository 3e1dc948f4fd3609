// A source tree of any size, equal for equal seeds, kept between runs in the temporary directory.
import { existsSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Random } from "../edit-cases/random.ts";

/** In every file except empty ones, several times. */
export const commonWord = "return";
/** In about one file of a hundred. */
export const rareWord = "acquireLease";
/** In about one file of two hundred, in either case. */
export const mixedCaseWord = "heartbeat";
/** In no file. */
export const missingWord = "zyzzyvaQuux";

const words =
  "cache buffer index token parser stream request worker handle config result entry node value queue error state path limit scope".split(
    " ",
  );
const endings = ["ts", "ts", "ts", "js", "json", "md", "c", "h"] as const;
/** With intermediate folders, 16 files to a folder, as in the Linux source. */
const filesPerDirectory = 28;

/** Makes the tree unless an earlier run has. Returns its directory. */
export function makeTree({
  files,
  seed,
}: {
  readonly files: number;
  readonly seed: number;
}): string {
  const directory = join(tmpdir(), `toolwright-search-${seed}-${files}`);
  if (existsSync(directory)) return directory;
  const unfinished = `${directory}-${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(join(unfinished, ".gitignore"), "build/\n*.log\n");
  const random = new Random(seed);
  for (let made = 1; made < files; ) {
    const folder = join(unfinished, ...folderNames(random));
    mkdirSync(folder, { recursive: true });
    for (let each = 0; each < filesPerDirectory && made < files; each += 1, made += 1) {
      const path = join(folder, `${random.pick(words)}-${made}.${random.pick(endings)}`);
      writeFileSync(path, fileText(random));
      // Different times, so that there is one order by time.
      const seconds = 1_600_000_000 + random.between(0, 999_999_999) / 10;
      utimesSync(path, seconds, seconds);
    }
  }
  renameSync(unfinished, directory);
  return directory;
}

function folderNames(random: Random): readonly string[] {
  const depth = random.between(2, 5);
  return Array.from({ length: depth }, (_, level) =>
    level === 0
      ? random.pick(["src", "lib", "packages", "drivers"])
      : `${random.pick(words)}-${random.between(0, 11)}`,
  );
}

function fileText(random: Random): string {
  const lines: string[] = [];
  const count = random.between(4, 63);
  for (let line = 0; line < count; line += 1) {
    const [a, b, c] = [random.pick(words), random.pick(words), random.pick(words)];
    if (random.between(0, 3) === 0) lines.push(`  ${commonWord} ${a}.${b}(${c});`);
    else lines.push(`  const ${a}${line} = ${b}.${c}(${random.between(0, 9_999)}, "${a} ${b}");`);
  }
  if (random.between(0, 99) === 0) lines.push(`  ${rareWord}(${random.pick(words)});`);
  if (random.between(0, 199) === 0)
    lines.push(`  ${random.pick(["Heartbeat", "HEARTBEAT", "heartbeat"])}();`);
  return `${lines.join("\n")}\n`;
}
