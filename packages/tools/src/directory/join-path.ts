/** Joins two parts with `/`; an empty part adds nothing. The workspace normalises paths, not this. */
export function joinPath(directory: string, name: string): string {
  if (directory === "" || name === "") return directory + name;
  return directory.endsWith("/") ? directory + name : `${directory}/${name}`;
}
