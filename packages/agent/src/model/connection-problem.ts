import { ModelError } from "./model-error.ts";

/** What a system's code of a failed connection means. The first that fits counts. */
const problems: readonly {
  readonly codes: RegExp;
  readonly isRetryable?: boolean;
  readonly text: (origin: string, code: string) => string;
}[] = [
  {
    codes: /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ENOTFOUND)$/,
    text: (origin, code) =>
      `Nothing answers at ${origin} (${code}). Check that the URL is right and that its server runs.`,
  },
  {
    codes: /^(?:DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|CERT_|ERR_TLS_)/,
    text: (origin, code) =>
      `The certificate of ${origin} is not trusted (${code}). For one of your own, set NODE_EXTRA_CA_CERTS=FILE.`,
  },
  {
    codes: /^(?:HPE_|EPROTO$|ERR_SSL_)/,
    text: (origin, code) =>
      `${origin} does not answer as a model's server (${code}). Check its port, and whether it is http or https.`,
  },
  {
    codes: /^ERR_PROXY_/,
    text: (origin, code) =>
      `The proxy does not connect to ${origin} (${code}). Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY.`,
  },
  {
    codes:
      /^(?:ECONNRESET|EPIPE|ETIMEDOUT|EAI_AGAIN|UND_ERR_.*(?:SOCKET|TIMEOUT)|ERR_STREAM_PREMATURE_CLOSE)?$/,
    isRetryable: true,
    text: (origin, code) => `The connection to ${origin} broke${code === "" ? "" : ` (${code})`}.`,
  },
];

/** The failure of a connection to a model's server, as one line that says what to do. */
export function connectionProblem(
  error: unknown,
  { origin }: { readonly origin: string },
): ModelError {
  if (error instanceof ModelError) return error;
  const code = codeOf(error);
  const problem = problems.find(({ codes }) => codes.test(code));
  const text = problem?.text(origin, code) ?? `The request to ${origin} failed (${code}).`;
  return new ModelError(text, { isRetryable: problem?.isRetryable ?? false, cause: error });
}

/** The system's code, which may be some levels deep. Empty: there is none. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  if ("code" in error && typeof error.code === "string") return error.code;
  // Of the addresses of a name, each failed.
  return codeOf(error instanceof AggregateError ? error.errors[0] : error.cause);
}
