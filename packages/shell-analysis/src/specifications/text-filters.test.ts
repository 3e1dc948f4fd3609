import { describe, expect, it } from "vitest";
import { effectsOf, onlyLooks } from "../fixtures/effects-of.ts";

const looking = [
  "cat -A src/a.ts",
  "cat src/*.ts | head -20",
  "tail -f log.txt",
  "tail -n +5 a.txt",
  "tail -5 a.txt",
  "head -n5 a.txt b.txt",
  "head -c1k a",
  "nl -ba a.txt",
  "od -An -tx1 a.bin",
  "od -A x -t x1z -v a.bin",
  "hexdump -C a.bin | head",
  "xxd a.bin | head -5",
  "xxd -l 64 -s 16 a.bin",
  "strings -n 8 a.bin",
  "strings a.bin | grep -i version",
  "wc -lwc a.txt",
  "wc -l *.md",
  "sort -u a.txt",
  "sort -t: -k2,2n -r a.txt",
  "sort -rnk2 a.txt",
  "sort --key=2 --field-separator=, data.csv",
  "sort -h sizes.txt",
  "sort -V versions.txt | tail -1",
  "sort ./*.txt",
  "uniq -c a.txt",
  "cut -d' ' -f2- a.txt",
  "cut -c1-10 a.txt",
  "cut --delimiter=, --fields=1,3 data.csv",
  "paste -sd, a.txt",
  "paste a.txt b.txt",
  "join -t, -1 2 -2 1 a.csv b.csv",
  "comm -23 a.txt b.txt",
  "echo hi | tr -d '\\n'",
  "tr -s ' ' < a.txt",
  "fold -w 80 -s a.txt",
  "fmt -w 72 README.md",
  "expand -t 4 a.txt",
  "rev a.txt",
  "column -t a.txt",
  "column -s, -t data.csv",
  "shuf -n 5 a.txt",
  "numfmt --to=iec 1048576",
  "yes | head -3",
  "bc -l <<< '1/3'",
  "echo '2+3' | bc",
  "iconv -f latin1 -t utf-8 a.txt",
  "cat -- *.md",
  "tail -n 20 -f log.txt",
  "cat a.txt - b.txt",
  "cat -",
  "wc -c < a",
  "wc -l a b c | tail -1",
  "seq 3 | paste -sd+ | bc",
  "sort -k1,1 -k2n a | uniq -d",
  "sort a b | uniq -u",
  "cut -f2 -d$'\\t' a",
  "tr -cd '[:alnum:]' < a",
  "od -c a | head",
  "xxd -p a",
  "xxd -c 16 -g 1 a",
  "hexdump -n 16 -C a",
];

const effects: Readonly<Record<string, string>> = {
  "sort -o a.txt a.txt": "read a.txt, write a.txt",
  "sort -uo out a.txt": "read a.txt, write out",
  "sort --compress-program=sh a.txt": "read a.txt, run sh, run sort",
  "sort -T /var/x a.txt": "read a.txt, write /var/x/**",
  "uniq a.txt out": "read a.txt, write out",
  "xxd -r a.hex out": "read a.hex, write out",
  "xxd -ps in out": "read in, write out",
  "xxd in out": "read in, write out",
  "xxd in -p": "read in, write -p",
  "xxd -l 5 in -c": "read in, write -c",
  "shuf -o out a.txt": "read a.txt, write out",
  "shuf --output=out a.txt": "read a.txt, write out",
  "dc -e '!id'": "read !id, run dc",
  "cat ../x": "read /x",
  "head /etc/passwd": "read /etc/passwd",
  "tail --follow=name --pid=1 /var/log/syslog": "read /var/log/syslog",
  "iconv -o out a.txt": "read a.txt, write out",
  "column -t /etc/passwd": "read /etc/passwd",
  "od /dev/sda": "read /dev/sda",
  "tac /etc/passwd": "read /etc/passwd",
};

const asking = [
  "sort --files0-from=list",
  "sort --outp=x a.txt",
  "sort *",
  "wc --files0-from=list",
  "strings @opts",
];

describe("text filters", () => {
  it.each(looking)("only looks at the workspace: %s", (command) => {
    expect(effectsOf(command).filter((line) => !/^(?:read|list) [^/]/.test(line))).toEqual([]);
  });

  it.each(Object.entries(effects))("says what %s does: %s", (command, expected) => {
    expect(effectsOf(command).join(", ")).toBe(expected);
  });

  it.each(asking)("doesn't pass for harmless: %s", (command) => {
    expect(onlyLooks(command)).toBe(false);
  });
});
