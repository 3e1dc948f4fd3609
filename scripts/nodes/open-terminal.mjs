// Runs under the tested Node, next to the installed packages: opens interactive mode in a pseudoterminal,
// lists a folder and quits.
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
