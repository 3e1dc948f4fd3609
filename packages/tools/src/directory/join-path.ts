/** Joins with one `/`; an empty part adds nothing. Nothing is normalised: that is the workspace's. */
export function joinPath(directory: string, name: string): string {
  if (directory === "" || name === "") return directory + name;
  return directory.endsWith("/") ? directory + name : `${directory}/${name}`;
}
