/**
 * A content that was kept this recently stays though nothing names it: a call of another process may
 * be about to. Milliseconds.
 */
export const keptBlobsAgeMs = 60 * 60 * 1000;
