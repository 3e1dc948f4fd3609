#!/usr/bin/env node
"use strict";
// Old syntax only: this file must parse on any Node, so that it can say which one is needed.
var needed = [22, 22, 2];

function isTooOld(version) {
  var have = version.split(".");
  for (var i = 0; i < needed.length; i++) {
    if (Number(have[i]) !== needed[i]) return Number(have[i]) < needed[i];
  }
  return false;
}

if (isTooOld(process.versions.node)) {
  process.stderr.write(
    "toolwright needs Node " +
      needed.join(".") +
      " or newer and this is " +
      process.versions.node +
      ": inside a clone of the repository run `npx toolwright`, which brings its own Node; elsewhere install Node 24.\n",
  );
  process.exitCode = 2;
} else if (process.argv.length === 3 && /^(--version|-V)$/.test(process.argv[2])) {
  process.stdout.write(require("../package.json").version + "\n");
} else {
  require("./run.cjs");
}
