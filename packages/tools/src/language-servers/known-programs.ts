/** How the output of a checking command is read. */
export type OutputFormat = "lines" | "eslint-json";

/** A program that may serve a language, and where it is looked for. */
export interface ProgramChoice {
  readonly program: string;
  readonly arguments: readonly string[];
  /** The oldest major version of its npm package that has this ability. */
  readonly sinceMajor?: number;
}

interface Known {
  readonly id: string;
  /** File extensions with their language identifiers. */
  readonly languages: Readonly<Record<string, string>>;
  /** Files that mark a project of this kind. */
  readonly rootMarkers: readonly string[];
  /** In the order of preference. */
  readonly programs: readonly ProgramChoice[];
}

/** A known language server. */
export interface KnownServer extends Known {
  /** Whether it must be started where a marker is. Default: in the workspace's root. */
  readonly startsAtMarker?: true;
  /** Whether it diagnoses files that aren't open. */
  readonly checksClosedFiles?: true;
  readonly initializationOptions?: unknown;
}

/** A known command that checks files, for projects without a language server. */
export interface KnownCommand extends Known {
  readonly format: OutputFormat;
  /** Whether it takes files and directories. Default: it checks the whole project. */
  readonly takesPaths?: true;
}

const typescriptLanguages = {
  ".ts": "typescript",
  ".mts": "typescript",
  ".cts": "typescript",
  ".tsx": "typescriptreact",
  ".js": "javascript",
  ".mjs": "javascript",
  ".cjs": "javascript",
  ".jsx": "javascriptreact",
};
const typescriptMarkers = ["tsconfig.json", "jsconfig.json"];

const pythonLanguages = { ".py": "python", ".pyi": "python" };
const pythonMarkers = ["pyproject.toml", "pyrightconfig.json", "setup.py", "requirements.txt"];

export const knownServers: readonly KnownServer[] = [
  {
    id: "typescript",
    languages: typescriptLanguages,
    rootMarkers: typescriptMarkers,
    checksClosedFiles: true,
    programs: [
      { program: "tsc", arguments: ["--lsp", "--stdio"], sinceMajor: 7 },
      { program: "tsgo", arguments: ["--lsp", "--stdio"] },
      { program: "typescript-language-server", arguments: ["--stdio"] },
    ],
  },
  {
    id: "pyright",
    languages: pythonLanguages,
    rootMarkers: pythonMarkers,
    programs: [
      { program: "pyright-langserver", arguments: ["--stdio"] },
      { program: "basedpyright-langserver", arguments: ["--stdio"] },
    ],
  },
  {
    id: "gopls",
    languages: { ".go": "go" },
    rootMarkers: ["go.work", "go.mod"],
    startsAtMarker: true,
    programs: [{ program: "gopls", arguments: [] }],
    initializationOptions: { pullDiagnostics: true },
  },
  {
    id: "rust-analyzer",
    languages: { ".rs": "rust" },
    rootMarkers: ["Cargo.toml"],
    startsAtMarker: true,
    programs: [{ program: "rust-analyzer", arguments: [] }],
    // Its own checks; those of cargo would write into the project.
    initializationOptions: { checkOnSave: false },
  },
  {
    id: "clangd",
    languages: { ".c": "c", ".h": "c", ".cc": "cpp", ".cpp": "cpp", ".cxx": "cpp", ".hpp": "cpp" },
    rootMarkers: ["compile_commands.json", "compile_flags.txt"],
    startsAtMarker: true,
    programs: [{ program: "clangd", arguments: ["--background-index=false"] }],
  },
];

export const knownCommands: readonly KnownCommand[] = [
  {
    id: "tsc",
    languages: typescriptLanguages,
    rootMarkers: ["tsconfig.json"],
    programs: [{ program: "tsc", arguments: ["--noEmit", "--pretty", "false"] }],
    format: "lines",
  },
  {
    id: "eslint",
    languages: typescriptLanguages,
    rootMarkers: ["eslint.config.js", "eslint.config.mjs", "eslint.config.ts", ".eslintrc.json"],
    programs: [{ program: "eslint", arguments: ["--format", "json"] }],
    format: "eslint-json",
    takesPaths: true,
  },
  {
    id: "mypy",
    languages: pythonLanguages,
    rootMarkers: pythonMarkers,
    programs: [
      {
        program: "mypy",
        arguments: ["--no-error-summary", "--show-column-numbers", "--cache-dir", "/dev/null"],
      },
    ],
    format: "lines",
    takesPaths: true,
  },
  {
    id: "ruff",
    languages: pythonLanguages,
    rootMarkers: pythonMarkers,
    programs: [
      { program: "ruff", arguments: ["check", "--no-cache", "--output-format", "concise"] },
    ],
    format: "lines",
    takesPaths: true,
  },
];
