import { type CommandFamily, oneOf } from "../specification/specification.ts";
import {
  arCommand,
  nameOrList,
  sevenZipCommand,
  unzipCommand,
  zipArchive,
  zipinfoCommand,
} from "./sub-languages/archive-commands.ts";
import { compressor, printer } from "./sub-languages/compressors.ts";
import { tarCommand } from "./sub-languages/tar-command.ts";

const help = "--help --version -V -h";

/** Archives and compressed files. */
export const archives: CommandFamily = [
  { names: "tar gtar bsdtar", interpret: tarCommand, informs: "--help --version" },
  {
    names: "zip",
    // Left out: -T with its command, -m and -d, which delete, -@, which takes names from its input.
    // Two clustered letters may be one option (-lf writes a log), so only usual clusters are listed.
    oneDash: true,
    flags: `-0 -1 -2 -3 -4 -5 -6 -7 -8 -9 -D -f -FS -j -l -o -q -u -v -X -y -qr -rq -ry -yr -r9 -9r -rj -qj
      -ru -rX -ryq -qry --recurse-paths
      --quiet --junk-paths --no-dir-entries --symlinks --update --freshen --filesync`,
    options: {
      "-x --exclude -i --include": nameOrList,
      "-r": { operands: { rest: "read-tree" } },
      "-b --temp-path": "write-tree",
    },
    operands: { first: [zipArchive], rest: "read-tree" },
    informs: "-h --help -h2 -L --version",
  },
  { names: "unzip", interpret: unzipCommand, informs: "-h -hh -v" },
  { names: "zipinfo", interpret: zipinfoCommand },
  { names: "gzip", interpret: compressor("gzip"), informs: `${help} -L --license` },
  { names: "gunzip uncompress", interpret: compressor("gzip", true), informs: help },
  { names: "bzip2", interpret: compressor("bzip2"), informs: help },
  { names: "bunzip2", interpret: compressor("bzip2", true), informs: help },
  { names: "xz", interpret: compressor("xz"), informs: `${help} -H --long-help` },
  { names: "unxz", interpret: compressor("xz", true), informs: help },
  { names: "zstd zstdmt", interpret: compressor("zstd"), informs: `${help} -H` },
  { names: "unzstd", interpret: compressor("zstd", true), informs: help },
  { names: "zcat gzcat", interpret: printer("gzip"), informs: help },
  { names: "bzcat", interpret: printer("bzip2"), informs: help },
  { names: "xzcat lzcat", interpret: printer("xz"), informs: help },
  { names: "zstdcat", interpret: printer("zstd"), informs: help },
  { names: "7z 7za 7zr 7zz", interpret: sevenZipCommand, informs: "-h --help i" },
  { names: "ar", interpret: arCommand, informs: "--help --version -V -h" },
  {
    names: "cpio",
    flags: "-t -v -n --list --verbose --numeric-uid-gid --quiet",
    options: {
      // Extracts, packs the names on its input, or copies them.
      "-i --extract -o --create -p --pass-through": { unspecified: true },
      "-H --format": oneOf("bin odc newc crc tar ustar hpbin hpodc"),
    },
    operands: { rest: "text" },
    informs: "--help --version -V",
  },
];
