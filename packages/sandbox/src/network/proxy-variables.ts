/** The variables by which programs find a proxy on a port of their loopback. */
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
    // Node's own fetch and http look at the variables above only then.
    NODE_USE_ENV_PROXY: "1",
  };
}
