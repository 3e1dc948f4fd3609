import type { CommandFamily } from "../specification/specification.ts";
import { rsyncCommand } from "./sub-languages/rsync-command.ts";

/** Copies of trees, here or to and from other machines. */
export const rsync: CommandFamily = [
  { names: "rsync", interpret: rsyncCommand, informs: "--help --version -V" },
];
