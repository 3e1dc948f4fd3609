import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { assertToolContract } from "./assert-tool-contract.ts";
import { checkToolContract } from "./check-tool-contract.ts";
import type { ToolContractOptions } from "./options.ts";
import type { ContractReport, ViolationKind } from "./report.ts";

const honestTools = new URL("../fixtures/honest-tools.ts", import.meta.url);
const lyingTools = new URL("../fixtures/lying-tools.ts", import.meta.url);

const files = {
  "a.txt": "a\n",
  "b.txt": "b\n",
  "code.mjs": "export const code = 1;\n",
  ".env": "TOKEN=1\n",
  "link-to-b": { link: "b.txt" },
  "../outside/secret.txt": "secret\n",
};

const worldlyTools = new URL("../fixtures/worldly-tools.ts", import.meta.url);
const smallWorld = new URL("../fixtures/small-world.ts", import.meta.url);

/** One call of a lying tool, as fast as possible. */
function checkLie(
  exportName: string,
  options: Partial<ToolContractOptions> = {},
): Promise<ContractReport> {
  return checkToolContract({
    toolModule: lyingTools,
    exportName,
    files,
    unreadable: [".env"],
    inputs: [{}],
    fuzzRuns: 0,
    cancelPoints: 0,
    ...options,
  });
}

describe.concurrent("an honest tool", { timeout: 60_000 }, () => {
  test("passes when it works through its workspace", async () => {
    const report = await assertToolContract({
      toolModule: honestTools,
      exportName: "copyFile",
      inputs: [
        { from: "README.md", to: "new/copy.md" },
        { from: "README.md", to: "src/main.ts" },
        { from: "none", to: "copy" },
        { from: "../outside/secret.txt", to: "copy" },
      ],
      cancelPoints: 5,
      fuzzRuns: 60,
    });
    expect(report.tool).toBe("copy_file");
    expect(report.outcomes["ok"]).toBeGreaterThan(5);
    expect(report.outcomes["cancelled"]).toBeGreaterThan(5);
    expect(report.outcomes["error input-invalid"]).toBeGreaterThan(5);
    expect(report.outcomes["error file-not-found"]).toBeGreaterThan(2);
  });

  test.for([
    ["copyDirectly", [{ from: "README.md", to: "copy.md" }]],
    ["countLines", [{}]],
    ["describeFolder", [{}]],
    ["sayNothing", [{}]],
  ] as const)("passes: %s", async ([exportName, inputs]) => {
    await assertToolContract({
      toolModule: honestTools,
      exportName,
      inputs,
      cancelPoints: 0,
      fuzzRuns: 30,
    });
  });

  test("is found in a list by its name", async () => {
    const report = await checkToolContract({
      toolModule: honestTools,
      exportName: "allTools",
      toolName: "say_nothing",
      fuzzRuns: 2,
    });
    expect(report).toEqual({
      tool: "say_nothing",
      root: expect.stringMatching(/\/workspace$/),
      runs: 2,
      outcomes: expect.anything(),
      violations: [],
    });
  });
});

const lies: readonly (readonly [exportName: string, kind: ViolationKind, message: string])[] = [
  ["readsAnother", "undeclared-read", "read b.txt (fs.readFileSync)"],
  ["readsByPromise", "undeclared-read", "read b.txt (fs.promises.readFile)"],
  ["readsByCallback", "undeclared-read", "read b.txt (fs.readFile)"],
  ["readsByHandle", "undeclared-read", "read b.txt (fs.promises.open)"],
  ["readsByStream", "undeclared-read", "read b.txt (fs.open)"],
  ["readsThroughWorkspace", "undeclared-read", "read b.txt (workspace.read)"],
  ["readsThroughLink", "undeclared-read", "read b.txt (fs.readFileSync)"],
  ["readsOutside", "undeclared-read", "secret.txt (fs.readFileSync)"],
  ["readsProtected", "undeclared-read", "read .env (fs.readFileSync)"],
  ["looks", "undeclared-read", "looked at b.txt (fs.existsSync)"],
  ["lists", "undeclared-read", "listed . (fs.readdirSync)"],
  ["imports", "undeclared-read", "read code.mjs"],
  ["writesAnother", "undeclared-write", "wrote b.txt (fs.writeFileSync)"],
  ["appends", "undeclared-write", "wrote b.txt (fs.promises.appendFile)"],
  ["opensForWriting", "undeclared-write", "wrote b.txt (fs.openSync)"],
  ["streamsOut", "undeclared-write", "wrote new.txt (fs.createWriteStream)"],
  ["makesDirectory", "undeclared-write", "made new (fs.mkdirSync)"],
  ["changesMode", "undeclared-write", "wrote a.txt (fs.chmodSync)"],
  ["renames", "undeclared-delete", "deleted b.txt (fs.renameSync)"],
  ["copies", "undeclared-write", "wrote new.txt (fs.promises.cp)"],
  ["writesThroughWorkspace", "undeclared-write", "wrote b.txt (workspace.write)"],
  ["writesOutside", "undeclared-write", "wrote /tmp/toolwright-never (fs.writeFileSync)"],
  ["writesFromElsewhere", "undeclared-write", "wrote b.txt (seen by comparing the directory)"],
  ["deletes", "undeclared-delete", "deleted b.txt (fs.promises.rm)"],
  ["spawns", "undeclared-run", "started true in"],
  ["executes", "undeclared-run", "started /bin/sh -c true in"],
  ["executesAtOnce", "undeclared-run", "started true --now in"],
  ["spawnsOther", "undeclared-run", "started true --other in . (child_process.execFileSync)"],
  ["connects", "undeclared-network", "went to 127.0.0.1:61234 (net.connect)"],
  ["requests", "undeclared-network", "went to 127.0.0.1:61234"],
  ["fetches", "undeclared-network", "went to 127.0.0.1:61234"],
  ["looksUpNames", "undeclared-network", "went to localhost (dns.lookup)"],
  ["writesInPrepare", "prepare-changes", "wrote b.txt (fs.writeFileSync)"],
  ["writesDeclaredInPrepare", "prepare-changes", "wrote b.txt (fs.writeFileSync)"],
  ["spawnsInPrepare", "prepare-changes", "started true in"],
  ["exceedsClaims", "claim-exceeded", "wants to read b.txt, which it did not claim"],
  ["claimsUnsteadily", "claim-unstable", "said read 1.txt and then read 2.txt"],
  ["claimsByContent", "claim-impure", "read a.txt (fs.readFileSync)"],
  ["claimsByExistence", "claim-impure", "looked at a.txt (fs.existsSync)"],
  ["changesInput", "claim-impure", "changed its input"],
  ["returnsNothing", "unexpected-error", "returned no valid result"],
  ["returnsCycle", "result-invalid", "metadata"],
  ["returnsDate", "result-invalid", "structured.at, which JSON cannot represent"],
  ["returnsMisfit", "unexpected-error", "doesn't fit its output schema"],
  ["returnsNoStructured", "result-invalid", "has an output schema but returned no structured"],
  ["returnsStrayField", "result-invalid", "unknown field 'contents'"],
  ["hasBadExample", "example-invalid", "'file'"],
  ["goesOnAfterwards", "late-access", "wrote b.txt (fs.writeFileSync)"],
  ["hasBrokenSchema", "tool-unusable", "cannot be used"],
];

describe.concurrent("a lying tool is caught", () => {
  test.for(lies)("%s: %s", async ([exportName, kind, message]) => {
    const { violations } = await checkLie(exportName);
    expect(violations).toEqual([
      expect.objectContaining({ kind, message: expect.stringContaining(message) }),
    ]);
  });
});

/** The messages of each kind of violation. */
function found({ violations }: ContractReport): readonly string[] {
  return violations.map(({ kind, message }) => `${kind}: ${message}`);
}

describe.concurrent("programs, environment and network", () => {
  const server = createServer((_request, response) => response.end("ok"));
  let url = "";

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  function checkWorldly(
    exportName: string,
    inputs: readonly Record<string, unknown>[],
    options: Partial<ToolContractOptions> = {},
  ): Promise<ContractReport> {
    return checkLie(exportName, {
      toolModule: worldlyTools,
      worldModule: smallWorld,
      inputs,
      ...options,
    });
  }

  test("a run through the process host is held against the effects, its callback too", async () => {
    const look = "undeclared-read: looked at seen-in-callback (fs.existsSync)";
    const run = "undeclared-run: started echo hi in . (processes.start)";
    expect(found(await checkWorldly("runsProgram", [{ isDeclared: true }]))).toEqual([look]);
    expect(found(await checkWorldly("runsProgram", [{}]))).toEqual([run, look]);
  });

  test("a program is no excuse for changes that a specified run doesn't declare", async () => {
    const report = await checkWorldly("writesByProgram", [{ isDeclared: true }]);
    expect(found(report)).toEqual([
      "undeclared-write: wrote new.txt (seen by comparing the directory)",
    ]);
  });

  test("a helper needs no run effect", async () => {
    const helpers = ["/bin/echo"];
    const report = await checkWorldly("runsProgram", [{}], { helpers });
    expect(found(report)).toEqual(["undeclared-read: looked at seen-in-callback (fs.existsSync)"]);
  });

  test("generated inputs never run a program", async () => {
    const report = await checkWorldly("writesByProgram", [], { fuzzRuns: 40 });
    expect(found(report)).toEqual(["undeclared-run: started touch new.txt in . (processes.start)"]);
    expect(report.outcomes["refused approval-rejected"]).toBeGreaterThan(1);
    expect(report.outcomes["error internal"]).toBeGreaterThan(10);
  });

  test("the environment's values need their effect", async () => {
    const undeclared = "undeclared-environment: looked at the environment's HOME";
    const port = await checkWorldly("readsVariable", [{ isDeclared: true }, {}]);
    expect(found(port)).toEqual([`${undeclared} (environment.get)`]);
    expect(found(await checkWorldly("readsProcessVariable", [{}]))).toEqual([]);
    const observed = await checkWorldly("readsProcessVariable", [{}, { isDeclared: true }], {
      observesEnvironment: true,
    });
    expect(found(observed)).toEqual([`${undeclared} (process.env)`]);
  });

  test("a request over an open connection is observed", async () => {
    const report = await checkWorldly("requests", [{ isDeclared: true, url }, { url }]);
    const { host } = new URL(url);
    expect(report.outcomes).toEqual({ ok: 2 });
    expect(found(report)).toEqual([`undeclared-network: went to ${host} (http.request)`]);
  });

  test("requests by fetch are observed", async () => {
    const report = await checkWorldly("fetches", [{ isDeclared: true, url }, { url }]);
    const { host } = new URL(url);
    expect(report.outcomes).toEqual({ ok: 2 });
    expect(found(report)).toEqual([`undeclared-network: went to ${host} (fetch)`]);
  });

  test("an address that the call looked up counts as its name", async () => {
    const report = await checkWorldly("connectsToAddress", [{ isDeclared: true, url }]);
    expect(report.outcomes).toEqual({ ok: 1 });
    expect(found(report)).toEqual([]);
  });

  test("loading a library is Node's own reading", async () => {
    const report = await checkWorldly("loadsLibrary", [{ isDeclared: true }, {}]);
    expect(report.outcomes).toEqual({ ok: 2 });
    expect(found(report)).toEqual([]);
  });
});

describe.concurrent("a tool that goes wrong", () => {
  test("without a code of its own is told, with the input that did it", async () => {
    const report = await checkLie("failsWithoutCode", { inputs: [], fuzzRuns: 60 });
    expect(found(report)).toEqual([
      "unexpected-error: 'liar' failed unexpectedly: no idea what to do with that. This is a fault of the tool: try another way, or tell the person.",
    ]);
    expect(JSON.stringify(report.violations[0]?.input)).toContain("\\u0000");
  });

  test("so badly that its process ends is told, and the other calls are made", async () => {
    const inputs = [{ path: "a" }, { path: "crash" }, { path: "b" }];
    const report = await checkLie("crashes", { inputs });
    expect(report.outcomes).toEqual({ crash: 1, ok: 2 });
    expect(found(report)).toEqual([
      expect.stringMatching(/^crash: ended the process \(exit status 1\): .*nobody caught this/),
    ]);
    expect(report.violations[0]?.input).toEqual({ path: "crash" });
  });

  test("and never ends is told, and the other calls are made", async () => {
    const inputs = [{ path: "hang" }, { path: "b" }];
    const report = await checkLie("hangs", { inputs, runTimeoutMs: 1_500 });
    expect(report.outcomes).toEqual({ hang: 1, ok: 1 });
    expect(found(report)).toEqual(["hang: had not ended after 1.5 s and was killed"]);
  });
});

describe.concurrent("a cancelled tool", () => {
  test("that goes on regardless is told", async () => {
    const report = await checkLie("ignoresCancel", { cancelPoints: 2 });
    expect(found(report)).toEqual([
      expect.stringMatching(/^cancel-ignored: cancelled at step (\d+) of \1, it had not ended/),
    ]);
  });

  test("that leaves its temporary file behind is told", async () => {
    const report = await checkLie("leavesLitter", { cancelPoints: 200 });
    expect(found(report)).toEqual([
      expect.stringMatching(/^litter: .* it left behind workspace\/b\.txt\.tmp$/),
    ]);
    expect(report.violations[0]?.times).toBeGreaterThan(2);
  });

  test("that leaves half a file is told", async () => {
    const report = await checkLie("tearsFile", { cancelPoints: 200 });
    expect(found(report)).toEqual([
      expect.stringMatching(/^torn-file: .* neither the old nor the new workspace\/b\.txt$/),
    ]);
  });
});

test("a missing module or export is reported", async () => {
  const toolModule = new URL("../fixtures/none.ts", import.meta.url);
  expect(found(await checkLie("copyFile", { toolModule }))).toEqual([
    expect.stringContaining("tool-unusable: cannot be used: Cannot find module"),
  ]);
  expect(found(await checkLie("none"))).toEqual([
    expect.stringContaining("exports no tool as 'none'"),
  ]);
});

test("the text of a broken contract names the deed, the declaration, the input and the place", async () => {
  const checking = assertToolContract({
    toolModule: lyingTools,
    exportName: "readsAnother",
    files,
    inputs: [{ path: "x" }],
    fuzzRuns: 0,
    cancelPoints: 0,
  });
  await expect(checking).rejects.toThrow(
    /^'liar' breaks its contract once \(1 calls\):\n1\. undeclared-read in execute: read b\.txt \(fs\.readFileSync\)\n {3}declared: read a\.txt\n {3}input: \{"path":"x"\}\n {3}at: \S+lying-tools\.ts:\d+:\d+$/,
  );
});
