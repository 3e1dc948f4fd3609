/** What hosts show their models about this server. Short, because it is part of every prompt. */
export const instructions = [
  "Toolwright runs tools for files, search and commands under the person's policy.",
  "A call may be refused or wait for the person's approval; a refusal says what would allow it.",
  "Long output is cut in the middle and stored in full: read it by its handle, such as `output:7f3a9c21`, like a path.",
  "Every change is journalled, and the person can undo it: `toolwright undo`.",
].join(" ");
