/** The variables that point programs to a proxy on a port of their loopback. */
export function proxyVariables(port: number): Record<string, string> {
  const url = `http://127.0.0.1:${port}`;
  const own = "localhost,127.0.0.1,::1";
  return {
    HTTP_PROXY: url,
    HTTPS_PROXY: url,
    ALL_PROXY: url,
    NO_PROXY: own,
    http_proxy: url,
    https_proxy: url,
    all_proxy: url,
    no_proxy: own,
    // Without it, Node's fetch and http ignore the variables above.
    NODE_USE_ENV_PROXY: "1",
  };
}
