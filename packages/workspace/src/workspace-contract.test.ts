import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import {
  describeWorkspaceContract,
  type FixtureFiles,
  putFilesOnDisk,
  type WorkspaceContractFixture,
} from "@toolwright/testing";
import { describe, it } from "vitest";
import { checkedContainment } from "./access/checked-containment.ts";
import type { Containment } from "./access/contained-directory.ts";
import { descriptorContainment } from "./access/descriptor-containment.ts";
import { systemCode } from "./access/failures.ts";
import { workspaceWith } from "./open-workspace.ts";

const containments: Readonly<Record<string, Containment>> = {
  "a workspace contained by checks": checkedContainment,
  // Only Linux has the required system calls.
  ...(process.platform === "linux"
    ? { "a workspace contained by descriptors": descriptorContainment }
    : {}),
};

for (const [name, containment] of Object.entries(containments)) {
  describeWorkspaceContract(name, (files) => fixtureOnDisk(containment, files), { describe, it });
}

function fixtureOnDisk(containment: Containment, files: FixtureFiles): WorkspaceContractFixture {
  const outside = realpathSync(mkdtempSync(join(tmpdir(), "workspace-contract-")));
  const root = join(outside, "ws");
  mkdirSync(root);
  putFilesOnDisk(root, files);
  return {
    workspace: workspaceWith(containment, [root], { stateDirectory: join(outside, "state") }),
    put: (path, entry) => putFilesOnDisk(root, { [path]: entry }),
    text: (path) => textAt(resolve(root, path)),
    close: () => rmSync(outside, { recursive: true, force: true }),
  };
}

async function textAt(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
