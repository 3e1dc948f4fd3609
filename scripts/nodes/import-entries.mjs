// Runs under the tested Node, next to the installed packages: imports the given entries.
for (const entry of process.argv.slice(2)) {
  const names = Object.keys(await import(entry));
  if (names.length === 0) throw new Error(`${entry} exports nothing.`);
}
