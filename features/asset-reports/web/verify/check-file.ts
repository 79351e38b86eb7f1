import { verifyReportFile, type SignedFile } from "#features/asset-reports/contract.ts";
import { canonicalJson } from "#platform/contract/canonical-json.ts";
import { send } from "#platform/web/http/client.ts";

/** `untold`: this browser cannot verify Ed25519. */
export type SignatureState = "holds" | "broken" | "untold";

export interface CheckedFile {
  readonly name: string;
  readonly sha256: string;
  /** The signed statement; `null`: we made no such file. */
  readonly signed: SignedFile | null;
  readonly signature: SignatureState;
}

/** The file itself never leaves the browser. Throws ApiError; a TypeError if it cannot be read. */
export async function checkFile(file: File): Promise<CheckedFile> {
  const sha256 = await hashOf(await file.arrayBuffer());
  const { file: signed } = await send(verifyReportFile, { sha256 });
  const signature = signed === null ? "untold" : await checkSignature(signed, sha256);
  return { name: file.name, sha256, signed, signature };
}

async function hashOf(bytes: ArrayBuffer): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function checkSignature(
  { statement, signature, publicKey }: SignedFile,
  sha256: string,
): Promise<SignatureState> {
  if (statement.sha256 !== sha256) return "broken";
  try {
    const key = await crypto.subtle.importKey("raw", bytesOf(publicKey), "Ed25519", false, ["verify"]);
    const text = new TextEncoder().encode(canonicalJson(statement));
    return (await crypto.subtle.verify("Ed25519", key, bytesOf(signature), text)) ? "holds" : "broken";
  } catch {
    return "untold"; // older browsers do not support Ed25519
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}
