import { describe, expect, it } from "vitest";
import { looksSecret, passwordIn } from "./looks-secret.ts";

describe("looksSecret", () => {
  it.each([
    ["DB_PASSWORD", "correct horse battery"],
    ["DB_PASSWORD", "change-me-n0t-2024"],
    ["API_KEY", "a1b2c3d4e5f6a1b2c3d4e5f6"],
    ["TOKEN", "123456789012"],
    ["AWS_SECRET_ACCESS_KEY", "/wJalrXUtnFEMIK7MDENGbPxRfiCYzXqk3p8LmNo"],
    ["DATABASE_URL", "postgres://u:p4ssw0rd@localhost/db"],
    ["SERVICE", "https://user:pass@example.org"],
    ["SENTRY_DSN", "https://0123456789abcdef@sentry.io/1"],
    ["SESSION", "dR4k9ZpQ2mXv7LwB8nTc3HsY"],
  ])("%s=%s is one", (name, value) => expect(looksSecret(name, value)).toBe(true));

  it.each([
    ["DB_PASSWORD", "short"],
    ["API_KEY", "your-api-key-here"],
    ["API_KEY", "xxxxxxxxxxxxxxxxxxxx"],
    ["API_KEY", "${OTHER_KEY_OF_MINE}"],
    ["PRIVATE_KEY_PATH", "/home/user/keys/deploy.pem"],
    ["TOKEN_URL", "https://login.example.org/oauth/token"],
    ["COOKIE_DOMAIN", "www.example.org"],
    ["KEYBOARD_LAYOUT", "english-international"],
    ["PATH", "/usr/local/bin:/usr/bin:/bin"],
    ["GIT_COMMIT", "3e197105f6bebe5ae41adcdaa5618c27ddb17bda"],
    ["REQUEST_ID", "0b0a9c9e-97a5-4f0c-9a55-2f9f1a8f4c11"],
    ["INTEGRITY", "sha512-Q2mXv7LwB8nTc3HsYdR4k9ZpQ2mXv7LwB8nTc3HsY=="],
    ["HOME", "/home/Somebody/Projects/Number1"],
    ["npm_config_user_agent", "npm/11.0.0 node/v24.21.0 linux x64"],
  ])("%s=%s is none", (name, value) => expect(looksSecret(name, value)).toBe(false));

  it("finds the password in an address", () => {
    expect(passwordIn("postgres://u:p4ssw0rd-0123@localhost/db")).toBe("p4ssw0rd-0123");
    expect(passwordIn("postgres://u:short@localhost/db")).toBeNull();
    expect(passwordIn("https://example.org/a:b@c")).toBeNull();
  });
});
