/** What a host shows its model about this server, once: short, as it is part of every prompt. */
export const instructions = [
  "Toolwright runs tools for files, search and commands under the person's policy.",
  "A call may be refused or wait for the person's approval; a refusal says what would allow it.",
  "Output that is too long is cut in its middle and kept whole: read it by its handle, as `output:7f3a9c21`, like a path.",
  "Every change is journalled and can be taken back by the person: `toolwright undo`.",
].join(" ");
