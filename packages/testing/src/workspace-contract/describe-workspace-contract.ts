import type { MaybePromise } from "@toolwright/core/ports";
import type { FixtureFiles } from "../fixture-files.ts";
import { describeApplying } from "./describe-applying.ts";
import { describeLooking } from "./describe-looking.ts";
import { describeMoving } from "./describe-moving.ts";
import { describePermits } from "./describe-permits.ts";
import { describeReadTracking } from "./describe-read-tracking.ts";
import { describeResolving } from "./describe-resolving.ts";
import { describeWriting } from "./describe-writing.ts";
import { OpenedWorkspace } from "./opened-workspace.ts";
import type { ContractTestFunctions, WorkspaceContractFixture } from "./workspace-fixture.ts";

/**
 * The contract of the Workspace port as a test suite for every implementation.
 *
 * `openFixture` opens a workspace whose root holds the files. Paths are relative to the root; those that
 * begin with `../` lie outside, and links may lead there.
 */
export function describeWorkspaceContract(
  name: string,
  openFixture: (files: FixtureFiles) => MaybePromise<WorkspaceContractFixture>,
  { describe, it }: ContractTestFunctions,
): void {
  /** Runs a test with its own fixture, which is always closed. */
  function test(
    title: string,
    files: FixtureFiles,
    body: (opened: OpenedWorkspace) => Promise<void>,
  ): void {
    it(title, async () => {
      const fixture = await openFixture(files);
      const session = fixture.workspace.openSession("contract");
      try {
        await body(new OpenedWorkspace(fixture, session));
      } finally {
        session.close();
        await fixture.close();
      }
    });
  }

  describe(`${name} keeps the workspace contract`, () => {
    describe("resolving", () => describeResolving(test));
    describe("looking", () => describeLooking(test));
    describe("permits", () => describePermits(test));
    describe("writing", () => describeWriting(test));
    describe("making several changes at once", () => describeApplying(test));
    describe("moving and removing", () => describeMoving(test));
    describe("remembering what was read", () => describeReadTracking(test));
  });
}
