// The walls between the packages, as ARCHITECTURE.md draws them. scripts/walls.test.ts plants
// violations and sees that each is reported.

/** Which packages of ours each package may import. */
const mayImport = {
  core: [],
  testing: ["core"],
  "shell-analysis": [],
  workspace: ["core"],
  sandbox: ["core"],
  tools: ["core", "shell-analysis", "workspace", "sandbox"],
  profiles: ["core", "tools"],
  mcp: ["core", "workspace", "sandbox"],
  agent: ["core", "workspace"],
  runtime: ["core", "workspace", "sandbox", "shell-analysis", "tools", "profiles", "mcp", "agent"],
  console: ["core"],
  cli: [
    "core",
    "shell-analysis",
    "workspace",
    "sandbox",
    "tools",
    "profiles",
    "mcp",
    "runtime",
    "agent",
    "console",
  ],
};

const tests = "\\.test(-d)?\\.tsx?$|^packages/[^/]+/test/";

// What is for tests has a rule of its own.
const directions = Object.entries(mayImport).map(([name, allowed]) => ({
  name: `${name}-imports-only-its-own-floor`,
  comment: `${name} may import ${allowed.join(", ") || "nothing of ours"}.`,
  severity: "error",
  from: { path: `^packages/${name}/` },
  to: {
    path: "^packages/",
    pathNot: [name, "testing", ...allowed].map((other) => `^packages/${other}/`),
  },
}));

module.exports = {
  forbidden: [
    ...directions,
    {
      name: "known-package",
      comment: "A new package gets its line in mayImport.",
      severity: "error",
      from: { path: "^packages/", pathNot: `^packages/(${Object.keys(mayImport).join("|")})/` },
      to: {},
    },
    {
      name: "no-circle",
      comment:
        "Two modules that need each other are one, or lack a third. Types alone may: a tool's " +
        "context has a session, and a session has tools.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "no-deep-import-between-packages",
      comment: "Import another package by its name, through its declared entries.",
      severity: "error",
      from: { path: "^packages/([^/]+)/" },
      to: {
        path: "^packages/",
        pathNot: "^packages/$1/",
        dependencyTypes: ["local"],
        dependencyTypesNot: ["aliased-workspace"],
      },
    },
    {
      name: "no-deep-import-from-outside",
      comment: "Tests of the whole, benchmarks and examples use what users can use.",
      severity: "error",
      from: { path: "^(e2e|bench|examples)/" },
      to: {
        path: "^packages/",
        dependencyTypes: ["local"],
        dependencyTypesNot: ["aliased-workspace"],
      },
    },
    {
      name: "packages-stand-alone",
      comment: "A package is published without the repository around it.",
      severity: "error",
      from: { path: "^packages/" },
      to: { path: "^(e2e|bench|examples|scripts)/" },
    },
    {
      name: "no-unresolvable",
      comment: "The import leads nowhere, or into what its package doesn't export.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "no-undeclared-dependency",
      comment:
        "What a package imports when it runs belongs in the dependencies of its own manifest. The " +
        "command line is bundled: what goes into the bundle is for development only.",
      severity: "error",
      from: { path: "^packages/[^/]+/src/", pathNot: [tests, "^packages/cli/"] },
      to: {
        dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"],
        // What the root wants for benchmarks, too, is declared twice.
        dependencyTypesNot: ["type-only", "npm"],
      },
    },
    {
      name: "no-unknown-dependency",
      comment: "What is imported belongs in a manifest.",
      severity: "error",
      from: { path: "^packages/cli/src/", pathNot: tests },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "core-runs-anywhere",
      comment: "core has no node: import.",
      severity: "error",
      from: { path: "^packages/core/src/", pathNot: tests },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "core-starts-without-a-schema-library",
      comment:
        "Import it where it is first needed: loading one takes longer than the rest of core.",
      severity: "error",
      from: { path: "^packages/core/src/", pathNot: tests },
      to: {
        path: "node_modules/(ajv|zod)/",
        dependencyTypesNot: ["type-only", "dynamic-import"],
      },
    },
    {
      name: "testing-is-for-tests",
      comment: "What our packages run doesn't lean on the testing kit.",
      severity: "error",
      from: { path: "^packages/", pathNot: [tests, "^packages/testing/"] },
      to: { path: "^packages/testing/" },
    },
    {
      name: "console-shares-types-only",
      comment: "The console runs in a browser and talks to core over the event stream.",
      severity: "error",
      from: { path: "^packages/console/src/", pathNot: tests },
      to: { path: "^packages/core/", dependencyTypesNot: ["type-only"] },
    },
  ],
  options: {
    doNotFollow: { path: ["node_modules", "/dist/"] },
    exclude: { path: "/(fixtures|dist)/" },
    // Imports that the compiler removes count as well: types must not reach over a wall either.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      // `source` first: without it everything resolves to dist, which is not looked at.
      conditionNames: ["source", "import", "require", "node", "default", "types"],
      mainFields: ["module", "main", "types", "typings"],
      extensions: [".ts", ".tsx", ".js", ".mjs", ".cjs", ".json", ".d.ts"],
    },
  },
};
