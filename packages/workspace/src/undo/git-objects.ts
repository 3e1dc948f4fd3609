import { existsSync, readdirSync } from "node:fs";
import { join, sep } from "node:path";
import { systemCode } from "../access/failures.ts";
import { readStateFile } from "../state/read-state-file.ts";

/** The repository's directory, for the path of a reference, HEAD or the packed references. */
const referencePath = /^(.*[/\\]\.git)[/\\](?:HEAD|ORIG_HEAD|packed-refs|refs[/\\].+)$/;

/**
 * Whether a repository has lost an object that this content of one of its references names, for
 * example by a `gc` that prunes at once. False for other files.
 *
 * Source: gitformat-pack(5).
 */
export function namesLostObject(path: string, content: Uint8Array): boolean {
  const [, directory] = referencePath.exec(path) ?? [];
  if (directory === undefined) return false;
  const objects = join(directory, "objects");
  // Objects borrowed from other repositories aren't searched.
  if (existsSync(join(objects, "info", "alternates"))) return false;
  const ids = Buffer.from(content)
    .toString("latin1")
    .split("\n")
    .flatMap((line) => /^\^?([0-9a-f]{40})(?: |$)/.exec(line)?.[1] ?? []);
  const missing = ids.filter((id) => !existsSync(join(objects, id.slice(0, 2), id.slice(2))));
  if (missing.length === 0) return false;
  const packs = packIndexes(join(objects, "pack"));
  return missing.some((id) => !packs.some((index) => holds(index, Buffer.from(id, "hex"))));
}

function packIndexes(directory: string): readonly Buffer[] {
  try {
    return readdirSync(directory)
      .filter((name) => name.endsWith(".idx"))
      .map((name) => readStateFile(`${directory}${sep}${name}`));
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return [];
  }
}

const fanoutAt = 8;
const namesAt = fanoutAt + 256 * 4;
const nameBytes = 20;

/**
 * Searches a version 2 index: sorted names, and for each first byte the number of names up to it.
 */
function holds(index: Buffer, id: Buffer): boolean {
  if (index.byteLength < namesAt || index.readUInt32BE(0) !== 0xff744f63) return false;
  const first = id[0] ?? 0;
  let low = first === 0 ? 0 : index.readUInt32BE(fanoutAt + (first - 1) * 4);
  let high = index.readUInt32BE(fanoutAt + first * 4);
  if (namesAt + high * nameBytes > index.byteLength) return false;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = namesAt + middle * nameBytes;
    const order = index.compare(id, 0, nameBytes, at, at + nameBytes);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return false;
}
