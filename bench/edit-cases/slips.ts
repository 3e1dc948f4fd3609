import { contentSlips } from "./content-slips.ts";
import type { Slips } from "./edit-case.ts";
import { refusedSlips } from "./refused-slips.ts";
import { textSlips } from "./text-slips.ts";
import { whiteSpaceSlips } from "./white-space-slips.ts";

/** Models' mistakes by name. Those of the last group must be refused. */
export const slips: Slips = {
  ...contentSlips,
  ...whiteSpaceSlips,
  ...textSlips,
  ...refusedSlips,
};

export const refusedKinds: ReadonlySet<string> = new Set(Object.keys(refusedSlips));
