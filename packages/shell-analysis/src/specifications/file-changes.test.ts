import { describeCommands } from "../fixtures/describe-commands.ts";

const looking = ["sync"];

const effects: Readonly<Record<string, string>> = {
  "tee out": "write out",
  "echo x | tee -a out": "write out",
  "dd if=/etc/passwd": "read /etc/passwd",
  "dd if=a of=b": "read a, write b",
  "dd of=b": "write b",
  "cp a b": "read a, write b, write b/a",
  "cp -r src dst": "read src/**, write dst/**, write dst/src/**",
  "cp -t dst a b": "read a, read b, write dst/**",
  "cp /etc/passwd .": "read /etc/passwd, write ., write passwd",
  "mv a b": "delete a, read a/**, write b/**, write b/a/**",
  "mv -t d a": "delete a, read a/**, write d/**",
  "ln -s a b": "read a/**, write b, write b/a",
  "ln -s /etc link": "read /etc/**, write link, write link/etc",
  "ln a b": "read a/**, write b, write b/a",
  "install -m 755 a b": "read a, write b, write b/a",
  "install -d x": "write x",
  "touch a": "write a",
  "mkdir a": "create a",
  "rmdir a": "delete a",
  "rm a": "delete a",
  "rm -rf node_modules": "delete node_modules",
  "unlink a": "delete a",
  "shred -u a": "delete a",
  "chmod +x a": "modify a",
  "chmod -x a": "modify a",
  "chown me a": "modify a",
  "truncate -s 0 a": "write a",
  mktemp: "create /tmp/tmp.XXXXXXXXXX",
  "mktemp -d": "create /tmp/tmp.XXXXXXXXXX",
  "mkfifo p": "create p",
  "mknod p p": "create p, run mknod",
  "sponge a.txt": "write a.txt",
  "dos2unix a.txt": "modify a.txt",
};

/** When the glob matches two files, the second is overwritten. */
const onlyGlob = [
  "cp src/*",
  "cp -- src/*",
  "cp -r ./src/*",
  "cp src/*.ts",
  "install src/*",
  "install -D src/*",
  "rsync -a src/*",
  "find src -exec cp {} +",
  "find src -print0 | xargs -0 cp",
];

const asking = [
  "split a.txt",
  "split --filter=sh a.txt",
  "csplit a.txt 5",
  "chmod -R 755 .",
  ...onlyGlob,
];

describeCommands("changing files", { looking, effects, asking });
