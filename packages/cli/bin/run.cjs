"use strict";
const { existsSync } = require("node:fs");
const { enableCompileCache } = require("node:module");
const { isAbsolute, join, normalize } = require("node:path");
const { pathToFileURL } = require("node:url");

const main = join(__dirname, "..", "dist", "main.js");

/**
 * The user's own cache folder, or undefined. Node's default is in the shared temporary folder, where
 * others could plant code, because cached code runs without a check of its source.
 */
function cacheFolder() {
  const { XDG_CACHE_HOME, LOCALAPPDATA, HOME } = process.env;
  const caches = XDG_CACHE_HOME || LOCALAPPDATA || (HOME && join(HOME, ".cache"));
  if (!caches || !isAbsolute(caches)) return undefined;
  // Node would retry forever to create a folder in the kernel's own file systems.
  if (/^\/(?:proc|sys)(?:\/|$)/.test(normalize(caches))) return undefined;
  return join(caches, "toolwright", "compiled");
}

async function run() {
  if (!existsSync(main)) {
    process.stderr.write("toolwright is not built yet: run `npm run build` in the repository.\n");
    return 2;
  }
  const cache = cacheFolder();
  if (cache !== undefined) enableCompileCache(cache);
  const commandLine = await import(pathToFileURL(main).href);
  return commandLine.main(process.argv.slice(2));
}

void run().then((status) => {
  process.exitCode = status;
});
