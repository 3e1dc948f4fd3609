import type { ProfileName } from "@toolwright/profiles";

/** Spelled out, because importing them would load every tool for `--help`. A test keeps them in step. */
export const profiles: readonly ProfileName[] = [
  "canonical",
  "mutsumi",
  "gemini-cli",
  "opencode",
  "claude-code",
  "kode",
  "codex",
];
