import type { CommandFamily, CommandSpecification } from "../specification/specification.ts";
import { coreutils } from "./coreutils.ts";
import { search } from "./search.ts";

/** Every family: add yours here. */
const families: readonly CommandFamily[] = [coreutils, search];

/**
 * By program name.
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
