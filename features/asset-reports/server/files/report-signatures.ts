import type { SignedFile } from "#features/asset-reports/contract.ts";
import { canonicalParts } from "#platform/contract/canonical-json.ts";

const ABOUT =
  "Each statement names a file by the SHA-256 of its bytes. The signature is Ed25519 over the UTF-8 bytes of the " +
  "statement as canonical JSON: keys sorted, no spaces. Keys and signatures are base64; the key is the raw 32 bytes.";

export function reportSignatures(files: readonly SignedFile[], verifyUrl: string): Generator<string> {
  return canonicalParts({
    about: ABOUT,
    verify: verifyUrl,
    files: files.map(({ statement, signature, publicKey }) => ({ statement, signature, publicKey })),
  });
}
