// Runs under the Node that is looked at, beside the installed packages: opens the hands-on terminal as a
// person's terminal would, lists a folder in it, and leaves it.
import { spawn } from "@lydell/node-pty";

const [, , bin] = process.argv;
const terminal = spawn(process.execPath, [bin], { cols: 80, rows: 24, env: process.env });
let shown = "";
const waited = [
  { until: /default mode/, type: "list_directory .\r" },
  { until: /README\.md/, type: "/exit\r" },
];
terminal.onData((text) => {
  shown += text;
  if (!waited[0]?.until.test(shown)) return;
  shown = "";
  terminal.write(waited.shift().type);
});
terminal.onExit(({ exitCode }) => {
  if (waited.length > 0) process.stderr.write(`Not seen: ${waited[0].until}\n${shown}\n`);
  process.exitCode = exitCode || waited.length;
});
