/** One way to run a command line. */
export interface ShellProgram {
  readonly program: string;
  /** Before the command line: start-up files are left out, and nothing in it is an option. */
  readonly arguments: readonly string[];
}

/** In the order in which they are tried. */
export const shellPrograms: readonly ShellProgram[] = [
  { program: "bash", arguments: ["--noprofile", "--norc", "-c", "--"] },
  { program: "sh", arguments: ["-c", "--"] },
];

/** Files that a shell would run before the command line. */
export const shellStartupVariables = { BASH_ENV: undefined, ENV: undefined } as const;

export const shellDescription = "bash, without start-up files (sh where there is no bash)";
