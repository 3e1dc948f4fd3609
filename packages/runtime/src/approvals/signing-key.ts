import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  sign,
  verify,
} from "node:crypto";
import { ApprovalError } from "./approval-error.ts";

/** A key that signs questions or answers. */
export interface SigningKey {
  /** The public key, as settings name it: `ed25519:` and 43 characters. */
  readonly name: string;
  /** The signature of a text, in base64url. */
  sign(text: string): string;
}

/** The key of a machine, which also recognises what it has seen before. */
export interface MachineKey extends SigningKey {
  /** A digest that nobody can compute, or guess values by, without the key. */
  digest(text: string): string;
}

/** A new private key as PEM text, for a person or a program that answers questions. */
export function createPrivateKeyText(): string {
  const { privateKey } = generateKeyPairSync("ed25519");
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

/**
 * The key in a PEM text.
 *
 * Errors: ApprovalError for anything but an Ed25519 private key.
 */
export function readPrivateKey(pem: string): MachineKey {
  const key = privateKeyIn(pem);
  const secret = hkdfSync(
    "sha256",
    key.export({ type: "pkcs8", format: "der" }),
    "",
    "toolwright approval digests",
    32,
  );
  return {
    name: `ed25519:${createPublicKey(key).export({ format: "jwk" }).x ?? ""}`,
    sign: (text) => sign(null, Buffer.from(text), key).toString("base64url"),
    digest: (text) => createHmac("sha256", Buffer.from(secret)).update(text).digest("hex"),
  };
}

function privateKeyIn(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // The error below says the same; OpenSSL's own text helps nobody.
  }
  throw new ApprovalError("It holds no Ed25519 private key.");
}

export const keyName = /^ed25519:[A-Za-z0-9_-]{43}$/;

/** Whether a key of this name made the signature. Anything malformed is no signature. */
export function isSignedBy(name: string, text: string, signature: string): boolean {
  if (!keyName.test(name)) return false;
  const bytes = Buffer.from(signature, "base64url");
  // Base64 has several texts for the same bytes.
  if (bytes.toString("base64url") !== signature) return false;
  try {
    const x = name.slice("ed25519:".length);
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    return verify(null, Buffer.from(text), key, bytes);
  } catch {
    return false;
  }
}
