import { describeCommands } from "../fixtures/describe-commands.ts";

const looking = [
  "base64 a.bin",
  "echo aGk= | base64 -d",
  "base64 -w0 a.bin",
  "md5sum a.txt",
  "sha1sum src/a.ts src/b.ts",
  "shasum -a 256 package.json",
  "cksum a.txt",
  "b2sum a.txt",
];

const effects: Readonly<Record<string, string>> = {
  "base64 /etc/shadow": "read /etc/shadow",
};

const asking = ["md5sum -c sums", "sha256sum --check sums"];

describeCommands("checksums and encodings", { looking, effects, asking });
