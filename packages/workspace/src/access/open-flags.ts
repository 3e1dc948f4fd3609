import { constants } from "node:fs";

// Windows lacks O_NOFOLLOW, O_NONBLOCK and O_NOCTTY: they are undefined, which `|` treats as 0.
const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOCTTY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR } =
  constants;

/** Doesn't follow a link, wait for the other end of a FIFO, or take over a terminal. */
export const readFileFlags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
export const newFileFlags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW;
export const directoryFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK;
/** Adds Linux's O_PATH, which Node lacks: for directories that may be traversed but not listed. */
export const passedDirectoryFlags = directoryFlags | 0o10000000;
