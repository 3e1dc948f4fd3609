import { countTrustedFiles, readTrustedContent, type TrustedFile } from "./trusted-content.ts";
import { createTrustStore } from "./trust-store.ts";

/** Whether the user trusts a workspace's configuration. */
export type FolderTrust =
  /** The workspace contains no configuration. */
  | { readonly state: "nothing" }
  /** The configuration was never accepted. */
  | { readonly state: "untrusted" }
  /** The configuration was accepted in its current form. */
  | { readonly state: "trusted"; readonly sinceMs: number; readonly files: readonly TrustedFile[] }
  /** The configuration has changed since it was accepted. */
  | { readonly state: "changed"; readonly sinceMs: number }
  /** The configuration can't be hashed: it is a link, too large or unreadable. */
  | { readonly state: "untrustable"; readonly problem: string };

/**
 * Whether a person trusts a workspace's configuration as it is now. If it was never accepted, its
 * files aren't read.
 *
 * Shapes: `root` is the real path of the workspace's root.
 */
export function folderTrust(stateDirectory: string, root: string): FolderTrust {
  const record = createTrustStore(stateDirectory).find(root);
  if (record === null) {
    const count = countTrustedFiles(root);
    if (typeof count !== "number") return { state: "untrustable", problem: count.problem };
    return { state: count === 0 ? "nothing" : "untrusted" };
  }
  const content = readTrustedContent(root);
  if ("problem" in content) return { state: "untrustable", problem: content.problem };
  const sinceMs = record.trustedAtMs;
  // A folder without configuration can be trusted for its instructions.
  if (record.hash === content.hash) return { state: "trusted", sinceMs, files: content.files };
  return content.files.length === 0 ? { state: "nothing" } : { state: "changed", sinceMs };
}
