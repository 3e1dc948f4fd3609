import type { CommandFamily, CommandSpecification } from "../specification/specification.ts";
import { archives } from "./archives.ts";
import { buildTools } from "./build-tools.ts";
import { checksums } from "./checksums.ts";
import { comparison } from "./comparison.ts";
import { containers } from "./containers.ts";
import { fileChanges } from "./file-changes.ts";
import { fileFacts } from "./file-facts.ts";
import { git } from "./git.ts";
import { languages } from "./languages.ts";
import { network } from "./network.ts";
import { packages } from "./packages.ts";
import { processes } from "./processes.ts";
import { search } from "./search.ts";
import { system } from "./system.ts";
import { systemFacts } from "./system-facts.ts";
import { textFilters } from "./text-filters.ts";
import { textLanguages } from "./text-languages.ts";
import { viewers } from "./viewers.ts";
import { wrappers } from "./wrappers.ts";

/** All families. Add a new one here. */
const families: readonly CommandFamily[] = [
  archives,
  buildTools,
  checksums,
  comparison,
  containers,
  fileChanges,
  fileFacts,
  git,
  languages,
  network,
  packages,
  processes,
  search,
  system,
  systemFacts,
  textFilters,
  textLanguages,
  viewers,
  wrappers,
];

/**
 * The specifications by program name.
 *
 * Errors: a plain Error when two specifications claim one name, so that a test notices.
 */
export const specifications: ReadonlyMap<string, CommandSpecification> = byName(families);

function byName(all: readonly CommandFamily[]): ReadonlyMap<string, CommandSpecification> {
  const map = new Map<string, CommandSpecification>();
  for (const specification of all.flat()) {
    for (const name of specification.names.split(/\s+/)) {
      if (map.has(name)) throw new Error(`Two command specifications are named ${name}.`);
      map.set(name, specification);
    }
  }
  return map;
}
