/** The environment variables a session may speak of. */
export interface Environment {
  names(): readonly string[];
  get(name: string): string | undefined;
}
