import { type CommandFamily, unknown } from "../specification/specification.ts";

const checks = { effects: [unknown("reads the files that a list of checksums names")] };
const filter = { rest: "read" } as const;

/** Checksums and encodings of files. */
export const checksums: CommandFamily = [
  {
    names: "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum",
    flags: `-b -t -w -z --binary --text --tag --zero --ignore-missing --quiet --status --strict
      --warn`,
    options: { "-c --check": checks, "-l --length": "number" },
    operands: filter,
    informs: "--help --version",
  },
  {
    names: "cksum",
    flags: `-w -z --tag --untagged --zero --ignore-missing --quiet --status --strict --warn
      --debug --base64 --raw`,
    options: { "-c --check": checks, "-l --length": "number", "-a --algorithm": "text" },
    operands: filter,
    informs: "--help --version",
  },
  { names: "sum", flags: "-r -s --sysv", operands: filter, informs: "--help --version" },
  {
    names: "shasum",
    flags: "-b -t -0 --binary --text --tag",
    options: { "-a --algorithm": "number", "-c --check": checks },
    operands: filter,
    informs: "-h --help -v --version",
  },
  {
    names: "md5",
    flags: "-q -r -n -p",
    options: { "-s": "text" },
    operands: filter,
  },
  {
    names: "base64 base32",
    // -D is BSD's -d.
    flags: "-d -D -i --decode --ignore-garbage",
    options: { "-w --wrap -b --break": "number" },
    operands: { first: ["read"] },
    informs: "--help --version",
  },
  {
    names: "basenc",
    flags: `-d -i --decode --ignore-garbage --base64 --base64url --base32 --base32hex --base16
      --base2msbf --base2lsbf --z85`,
    options: { "-w --wrap": "number" },
    operands: { first: ["read"] },
    informs: "--help --version",
  },
];
