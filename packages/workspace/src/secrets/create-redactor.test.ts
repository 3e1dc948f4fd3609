import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createEnvironment } from "../environment.ts";
import { createRedactor } from "./create-redactor.ts";
import { vendorPatterns } from "./vendor-patterns.ts";

type Files = Readonly<Record<string, string>>;

function open(variables: Record<string, string>, files: Files = {}, wishes = {}) {
  const outside = realpathSync(mkdtempSync(join(tmpdir(), "secrets-")));
  onTestFinished(() => rmSync(outside, { recursive: true, force: true }));
  const root = join(outside, "ws");
  mkdirSync(root);
  const put = (more: Files): void => {
    for (const [path, text] of Object.entries(more)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
  };
  put(files);
  const redactor = createRedactor({
    environment: createEnvironment(variables),
    roots: [root],
    wishes,
  });
  return { redactor, root, outside, put, redact: (text: string) => redactor.redact(text) };
}

const random = "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6";

describe("the redactor", () => {
  it("names a value after its variable, equally in every session", () => {
    for (let session = 0; session < 2; session += 1) {
      const { redact } = open({ B_TOKEN: "value-of-b-01", A_TOKEN: "value-of-a-01" });
      expect(redact("value-of-a-01 value-of-b-01 value-of-a-01")).toBe(
        "«secret:A_TOKEN» «secret:B_TOKEN» «secret:A_TOKEN»",
      );
    }
  });

  it("hides values added later, unless they are too short", () => {
    const { redact, redactor } = open({ A_TOKEN: "value-of-a-01" });
    expect(redact("it is plain-words-2")).toBe("it is plain-words-2");
    redactor.addSecret?.("MCP_far_TOKEN", "plain-words-2");
    redactor.addSecret?.("MCP_far_TOKEN", "newer-words-3");
    redactor.addSecret?.("SHORT", "it is");
    expect(redact("it is plain-words-2")).toBe("it is «secret:MCP_far_TOKEN»");
    expect(redact("newer-words-3 value-of-a-01")).toBe("«secret:MCP_far_TOKEN_2» «secret:A_TOKEN»");
  });

  it("uses the longest of nested values, and one placeholder for overlaps", () => {
    const { redact, redactor } = open({
      A_TOKEN: "abcdef-123456",
      B_TOKEN: "abcdef-123456-789",
      C_TOKEN: "6-789-xyzuvw",
    });
    expect(redact("abcdef-123456-789!")).toBe("«secret:B_TOKEN»!");
    const joined = redact("abcdef-123456-789-xyzuvw");
    expect(joined).toBe("«secret:joined-1»");
    expect(redactor.resolve?.(joined).text).toBe("abcdef-123456-789-xyzuvw");
  });

  it("returns the very text when there is nothing to hide", () => {
    const text = "nothing to see, whatever-this-is-0123456789";
    expect(open({ A_TOKEN: "abcdef-123456" }).redact(text)).toBe(text);
  });

  it("leaves values shorter than 12 bytes alone, unless they are named explicitly", () => {
    expect(open({ DB_PASSWORD: "hunter22-01" }).redact("hunter22-01")).toBe("hunter22-01");
    const named = open({ DB_LOGIN: "hunter22" }, {}, { variables: ["DB_*"] });
    expect(named.redact("hunter22")).toBe("«secret:DB_LOGIN»");
    const excepted = open({ PUBLIC_KEY: "abcdef-123456" }, {}, { except: ["PUBLIC_KEY"] });
    expect(excepted.redact("abcdef-123456")).toBe("abcdef-123456");
  });

  it("resolves each form to that form", () => {
    const { redactor } = open({ ODD_PASSWORD: 'p"ä ß/s&w😀rd%12' });
    for (const form of [
      JSON.stringify,
      encodeURIComponent,
      (value: string) => Buffer.from(`xy${value}`).toString("base64"),
    ]) {
      const text = `[${form('p"ä ß/s&w😀rd%12')}]`;
      const hidden = redactor.redact(text);
      expect(hidden).toContain("«secret:ODD_PASSWORD");
      expect(redactor.resolve?.(hidden).text).toBe(text);
    }
  });

  it("numbers tokens of vendors, and hides the half of a private key", () => {
    const { redact, redactor } = open({});
    const text = `a=ghp_${random} b=npm_${random} c=ghp_${random.toLowerCase()}9`;
    const hidden = "a=«secret:github-token-1» b=«secret:npm-token-1» c=«secret:github-token-2»";
    expect(redact(text)).toContain(hidden);
    expect(redact(text)).toContain(hidden);
    expect(redactor.resolve?.("«secret:github-token-1»").text).toBe(`ghp_${random}`);
    const key = `-----BEGIN RSA PRIVATE KEY-----\n${"MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n".repeat(3)}`;
    expect(redact(`x\n${key}`)).toBe("x\n«secret:private-key-1»\n");
    expect(redact(JSON.stringify({ key }))).toBe('{"key":"«secret:private-key-2»"}');
    expect(redact("-----BEGIN PRIVATE KEY-----")).toBe("-----BEGIN PRIVATE KEY-----");
  });

  it.each([
    "AKIAIOSFODNN7EXAMPLE",
    "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "task-sk-button-primary-large-disabled",
    '"integrity": "sha512-AKIAv7LwB8nTc3HsYdR4k9ZpQ2mXv7LwB8nTc3HsY+AKIAQQQ=="',
    "0b0a9c9e-97a5-4f0c-9a55-2f9f1a8f4c11",
    "3e197105f6bebe5ae41adcdaa5618c27ddb17bda",
    "do_something_very_long_with_this_name",
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9",
  ])("doesn't mistake %s for a token", (text) => expect(open({}).redact(text)).toBe(text));

  it("has prefixes of at least two characters for each vendor", () => {
    for (const { prefixes } of vendorPatterns) {
      for (const prefix of prefixes) expect(prefix.length).toBeGreaterThanOrEqual(2);
    }
  });

  it("finds tokens of custom patterns", () => {
    const { redact } = open({}, {}, { patterns: ["corp_live_*"] });
    expect(redact("key: corp_live_0123456789abcdef")).toBe("key: «secret:corp_live-1»");
  });

  it("reads files with secret names, in every format", () => {
    const { redact } = open(
      {},
      {
        ".env": 'export A_TOKEN="line one\\nline-two-012345" # note\nAPP_NAME=my-application\n',
        ".env.production": "B_TOKEN=value-of-b-01 # note\n",
        ".env.example": "C_TOKEN=value-of-c-01\n",
        ".npmrc": "//registry.npmjs.org/:_authToken=value-of-npm-01\n",
        ".netrc": "machine example.org login me password value-of-netrc\n",
        ".pgpass": "localhost:5432:db:me:value:of:pgpass\n",
        "credentials.json": '{"web":{"client_secret":"value-of-json-1"}}',
        "secrets.yaml": "db:\n  password: value-of-yaml\n",
      },
    );
    expect(redact("line one\nline-two-012345")).toBe("«secret:A_TOKEN»");
    expect(redact("value-of-b-01 # x")).toBe("«secret:B_TOKEN» # x");
    expect(redact("my-application value-of-c-01")).toBe("my-application value-of-c-01");
    expect(redact("value-of-npm-01")).toBe("«secret:_authToken»");
    expect(redact("value-of-netrc")).toBe("«secret:example.org_password»");
    expect(redact("value:of:pgpass")).toBe("«secret:localhost_me_password»");
    expect(redact("value-of-json-1")).toBe("«secret:client_secret»");
    expect(redact("value-of-yaml")).toBe("«secret:password»");
  });

  it("checks files again when something may have changed, and forgets no value", () => {
    const { redact, redactor, put } = open({}, { ".env": "A_TOKEN=value-of-a-01" });
    expect(redact("value-of-a-01")).toBe("«secret:A_TOKEN»");
    put({ ".env": "A_TOKEN=value-of-a-02", ".env.local": "B_TOKEN=value-of-b-01" });
    redactor.refresh?.();
    expect(redact("value-of-a-02 value-of-b-01")).toBe("«secret:A_TOKEN» «secret:B_TOKEN»");
    expect(redact("value-of-a-01")).toMatch(/^«secret:A_TOKEN_/);
  });

  it("follows no link out of the roots, waits for no pipe, and copes with a huge file", () => {
    const { redact, outside, root, put } = open({});
    writeFileSync(join(outside, "far.env"), "FAR_TOKEN=value-of-far-1");
    symlinkSync(join(outside, "far.env"), join(root, ".env"));
    put({
      "prod.env": `${"#\n".repeat(1_000_000)}LATE_TOKEN=value-of-late`,
      "real.env": "A_TOKEN=value-of-a-01",
    });
    symlinkSync("real.env", join(root, ".env.local"));
    expect(redact("value-of-far-1 value-of-late value-of-a-01")).toBe(
      "value-of-far-1 value-of-late «secret:A_TOKEN»",
    );
  });

  it("reads a file in a subdirectory only if a call is about to read it", () => {
    const { redact, redactor, root, outside, put } = open({});
    put({ "a/b/.env": "A_TOKEN=value-of-a-01", "a/b.txt": "B_TOKEN=value-of-b-01" });
    writeFileSync(join(outside, ".env"), "C_TOKEN=value-of-c-01");
    redact("something at first");
    for (const path of [join(root, "a/b/.env"), join(root, "a/b.txt"), join(outside, ".env")])
      redactor.addSecretFile?.(path);
    expect(redact("value-of-a-01 value-of-b-01 value-of-c-01")).toBe(
      "«secret:A_TOKEN» value-of-b-01 value-of-c-01",
    );
  });

  it("marks text that only looks like a placeholder, once", () => {
    const { redactor } = open({ A_TOKEN: "value-of-a-01" });
    const hidden = redactor.redact("«secret:A_TOKEN» value-of-a-01 ««secret:»");
    expect(hidden).toBe("«secret:literal:A_TOKEN» «secret:A_TOKEN» ««secret:literal:»");
    expect(redactor.redactModelText?.(hidden)).toBe(hidden);
    expect(redactor.resolve?.(hidden).text).toBe("«secret:A_TOKEN» value-of-a-01 ««secret:»");
  });

  it("copes with a variable named like the mark", () => {
    const { redactor } = open({ literal: "value-of-literal" }, {}, { variables: ["literal"] });
    const hidden = redactor.redact("value-of-literal");
    expect(hidden).toBe("«secret:literal_»");
    expect(redactor.resolve?.(hidden).text).toBe("value-of-literal");
  });
});
