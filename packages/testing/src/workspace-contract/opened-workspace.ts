import assert from "node:assert/strict";
import { type ErrorCode, ToolError, type Workspace, type WorkspaceAccess } from "@toolwright/core";
import type { WorkspaceSession } from "@toolwright/core/ports";
import type { FixtureFiles } from "../fixture-files.ts";
import type { WorkspaceContractFixture } from "./workspace-fixture.ts";

/** Defines a test with a fixture of these files. */
export type ContractTest = (
  title: string,
  files: FixtureFiles,
  body: (opened: OpenedWorkspace) => Promise<void>,
) => void;

export type Rights = Parameters<WorkspaceSession["openCall"]>[0];

/** A fixture with a session, and shorthands for common steps. */
export class OpenedWorkspace {
  readonly fixture: WorkspaceContractFixture;
  readonly session: WorkspaceSession;

  constructor(fixture: WorkspaceContractFixture, session: WorkspaceSession) {
    this.fixture = fixture;
    this.session = session;
  }

  get workspace(): Workspace {
    return this.fixture.workspace;
  }

  get root(): string {
    return this.workspace.cwd;
  }

  /** The access of a call that may do anything, except for the given overrides. */
  access(rights: Partial<Rights> = {}): WorkspaceAccess {
    return this.session.openCall({
      permit: () => true,
      isReadable: () => true,
      isRevoked: () => false,
      ...rights,
    });
  }

  async text(path: string): Promise<string | undefined> {
    return this.fixture.text(path);
  }
}

/** Links of every kind, inside and outside. */
export const links: FixtureFiles = {
  "../outside/secret.txt": "secret",
  "src/a.txt": "a",
  "link.txt": { link: "src/a.txt" },
  folder: { link: "src" },
  chain: { link: "folder/a.txt" },
  dangling: { link: "src/none.txt" },
  out: { link: "../outside/secret.txt" },
  "out-folder": { link: "../outside" },
  "out-dangling": { link: "../outside/new.txt" },
  "out-chain": { link: "out" },
  "src/deep-out": { link: "../../outside/secret.txt" },
};

/** Fails unless a ToolError with this code is thrown; returns it. */
export async function rejects(code: ErrorCode, act: () => unknown): Promise<ToolError> {
  try {
    await act();
  } catch (thrown) {
    assert.ok(ToolError.isInstance(thrown), `threw ${String(thrown)} instead of a ToolError`);
    assert.equal(thrown.code, code, thrown.message);
    return thrown;
  }
  assert.fail(`was expected to fail with ${code}`);
}

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
export const textOf = (content: Uint8Array): string => new TextDecoder().decode(content);
