export type { Mode } from "@toolwright/core";
