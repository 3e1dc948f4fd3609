// Runs under the Node that is looked at, beside the installed packages: imports what it is given.
for (const entry of process.argv.slice(2)) {
  const names = Object.keys(await import(entry));
  if (names.length === 0) throw new Error(`${entry} exports nothing.`);
}
