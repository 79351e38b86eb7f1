// Owns how random secrets are kept to be recognized: as SHA-256, which is enough for what nobody can guess.
import { createHash } from "node:crypto";

export function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
