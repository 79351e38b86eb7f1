import { canonicalJson } from "#platform/contract/canonical-json.ts";

/** `untold`: this browser cannot verify Ed25519. */
export type SignatureState = "holds" | "broken" | "untold";

interface Signed {
  readonly statement: object;
  readonly signature: string;
  readonly publicKey: string;
}

/** Whether a statement is signed by the key that it names. */
export async function checkSignature({ statement, signature, publicKey }: Signed): Promise<SignatureState> {
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
