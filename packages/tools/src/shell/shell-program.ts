/** A shell that runs command lines. */
export interface ShellProgram {
  readonly program: string;
  /** The arguments before the command line: skip start-up files, and end options. */
  readonly arguments: readonly string[];
}

/** In the order of preference. */
export const shellPrograms: readonly ShellProgram[] = [
  { program: "bash", arguments: ["--noprofile", "--norc", "-c", "--"] },
  { program: "sh", arguments: ["-c", "--"] },
];

/** Variables that name files to run before the command line. */
export const shellStartupVariables = { BASH_ENV: undefined, ENV: undefined } as const;

export const shellDescription = "bash, without start-up files (sh where there is no bash)";
