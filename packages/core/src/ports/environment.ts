/** The environment variables that a session knows. */
export interface Environment {
  names(): readonly string[];
  get(name: string): string | undefined;
}
