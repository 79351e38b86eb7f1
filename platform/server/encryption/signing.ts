import { createPrivateKey, createPublicKey, sign, createHash } from "node:crypto";

export interface Signer {
  /** Raw, base64. */
  readonly publicKey: string;
  /** Of the text's UTF-8 bytes, base64. The same text has the same signature (RFC 8032). */
  sign(text: string): string;
}

const SEED_BYTES = 32;
/** The bytes before the seed in PKCS #8, and before the raw key in SPKI (RFC 8410). */
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");
const SPKI_HEAD_BYTES = 12;

/** The message names the variable and never its value. */
class SigningKeyUnusable extends Error {
  constructor() {
    super("REPORT_SIGNING_KEY must be 32 bytes in base64.");
    this.name = "SigningKeyUnusable";
  }
}

/** @param seed 32 random bytes in base64 */
export function openSigner(seed: string): Signer {
  const bytes = Buffer.from(seed, "base64");
  if (bytes.length !== SEED_BYTES || bytes.toString("base64") !== seed) throw new SigningKeyUnusable();
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, bytes]), format: "der", type: "pkcs8" });
  const spki = createPublicKey(key).export({ format: "der", type: "spki" });
  return {
    publicKey: spki.subarray(SPKI_HEAD_BYTES).toString("base64"),
    sign: (text) => sign(null, Buffer.from(text, "utf8"), key).toString("base64"),
  };
}

export function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
