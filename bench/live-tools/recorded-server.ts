/** The list of one MCP server. */
export interface RecordedServer {
  readonly server: string;
  /** With its version. */
  readonly package: string;
  readonly tools: readonly RecordedTool[];
}

export interface RecordedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly string[];
}
