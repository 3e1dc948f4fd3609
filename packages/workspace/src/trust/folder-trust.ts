import { countTrustedFiles, readTrustedContent, type TrustedFile } from "./trusted-content.ts";
import { createTrustStore } from "./trust-store.ts";

/** How a workspace stands with its user. */
export type FolderTrust =
  /** Nothing in it could configure us. */
  | { readonly state: "nothing" }
  /** Nobody accepted it. */
  | { readonly state: "untrusted" }
  /** Accepted, as it is. */
  | { readonly state: "trusted"; readonly sinceMs: number; readonly files: readonly TrustedFile[] }
  /** Accepted as it was then, and changed since. */
  | { readonly state: "changed"; readonly sinceMs: number }
  /** It can't be bound to its content: a link, too much, unreadable. */
  | { readonly state: "untrustable"; readonly problem: string };

/**
 * Whether a person trusts a workspace's configuration as it is at this moment. Where nobody ever
 * accepted it, its files aren't read.
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
  if (content.files.length === 0) return { state: "nothing" };
  const sinceMs = record.trustedAtMs;
  if (record.hash !== content.hash) return { state: "changed", sinceMs };
  return { state: "trusted", sinceMs, files: content.files };
}
