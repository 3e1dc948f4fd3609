import { describe, expect, it } from "vitest";
import { effectsOf, onlyLooks } from "../fixtures/effects-of.ts";

const looking = [
  "tar tf a.tar",
  "tar -tzf a.tgz | head",
  "tar tvf a.tar.gz",
  "tar -xOf a.tar file.txt",
  "tar --list --file=a.tar",
  "unzip -l a.zip",
  "unzip -p a.zip file.txt",
  "zipinfo -1 a.zip",
  "gzip -l a.gz",
  "gzip -dc a.gz | head",
  "gunzip -c a.gz",
  "zcat a.gz | head",
  "xz -dc a.xz",
  "xzcat a.xz",
  "zstd -dc a.zst",
  "bzip2 -dc a.bz2",
  "gzip -t a.gz",
  "ar t liba.a",
  "7z l a.7z",
  "tar tzvf a.tgz --wildcards '*.ts'",
  "tar -tJf a.tar.xz",
  "tar --version",
];

const effects: Readonly<Record<string, string>> = {
  "tar cf a.tar src": "read src/**, write a.tar",
  "tar czf /tmp/x.tgz .": "read **, write /tmp/x.tgz",
  "tar -xzf a.tgz -C dst": "read a.tgz, write dst/**",
  "tar tf a.tar -I ./x": "read a.tar, run ./x, run tar",
  "tar -tf a.tar --use-compress-program=./x": "read a.tar, run ./x, run tar",
  "tar tf a.tar --index-file=out": "read a.tar, write out",
  "tar tf /etc/a.tar": "read /etc/a.tar",
  "zip -r a.zip src": "read src/**, write a.zip",
  "unzip -o a.zip -d out": "read a.zip, write out/**",
  "gzip a": "delete a, read a, write a.gz",
  "gzip -k a": "read a, write a.gz",
  "gunzip a.gz": "delete a.gz, read a.gz, write a",
  "zstd a": "read a, write a.zst",
  "xz a": "delete a, read a, write a.xz",
  "bzip2 -k a": "read a, write a.bz2",
  "7z a a.7z src": "read src/**, write a.7z",
  "ar rcs a.a a.o": "read a.o, write a.a",
  "cpio -i < a": "read a, run cpio",
  "cpio -o": "run cpio",
  "tar -cvzf out.tgz -C src .": "read src/**, write out.tgz",
  "tar xzf a.tgz --strip-components=1 -C vendor": "read a.tgz, write vendor/**",
  "tar Af a.tar b.tar": "write a.tar",
  "tar --create --file a.tar x": "read x/**, write a.tar",
};

const asking = [
  "tar xf a.tar",
  "tar xf a.tar --to-command=sh",
  "tar xf a.tar -I ./x",
  "tar tf host:a.tar",
  "tar tf a.tar --checkpoint=1 --checkpoint-action=exec=id",
  "tar --rsh-command=x -tf h:a",
  "tar tf a.tar -T list",
  "tar tf a.tar -F ./x",
  "zip a.zip a -T -TT 'sh -c id'",
  "unzip a.zip",
  "gzip -r .",
  "7z x a.7z",
  "7z l @list",
  "ar x a.a",
  "ar t @opts",
  "tar -tf a.tar -h",
  "tar -xf a.tar --one-top-level=x",
  "tar -x -f a.tar -P",
  "tar -c x",
];

describe("archives and compressors", () => {
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
