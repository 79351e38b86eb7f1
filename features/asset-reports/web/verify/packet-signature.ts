import { findSigningKey, SignedPacket } from "#features/asset-reports/contract.ts";
import { changedParts, hashParts } from "#features/asset-reports/rules/packet-parts.ts";
import { canonicalJson } from "#platform/contract/canonical-json.ts";
import { findCarriedSignature } from "#platform/contract/carried-signature.ts";
import { sha256Hex } from "#platform/text/sha256.ts";
import { send } from "#platform/web/http/client.ts";
import { checkSignature, type SignatureState } from "./signatures.ts";

export interface CheckedPacket extends SignedPacket {
  readonly name: string;
  /** Of what the statement is about, as the file has it. */
  readonly sha256: string;
  /** Of the statement. `otherKey`: by another key than the one that signs here now, which anyone can have. */
  readonly state: SignatureState | "otherKey";
  /** `null`: the content is what the statement is about. Otherwise the parts that differ, as far as they can be named. */
  readonly changed: readonly string[] | null;
}

/** A governance packet carries its signature; `undefined` for any other file. Only the product's key is asked for. */
export async function checkPacket(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<CheckedPacket | undefined> {
  const carried = carriedBy(bytes);
  if (carried === undefined) return undefined;
  const { signed, content, packet } = carried;
  const sha256 = await sha256Hex(content);
  const isChanged = sha256 !== signed.statement.sha256 || !carried.isPlain;
  const changed = isChanged ? changedParts(signed.statement.parts, packet ? await hashParts(packet) : {}) : null;
  const { publicKey } = await send(findSigningKey, {});
  const state = publicKey === signed.publicKey ? await checkSignature(signed) : "otherKey";
  return { ...signed, name, sha256, changed, state };
}

interface Carried {
  readonly signed: SignedPacket;
  readonly content: Uint8Array<ArrayBuffer> | string;
  /** Of JSON. */
  readonly packet?: object;
  /** Whether the file says nothing twice, of which a reader could show the first and this page check the second. */
  readonly isPlain: boolean;
}

function carriedBy(bytes: Uint8Array<ArrayBuffer>): Carried | undefined {
  const inPdf = findCarriedSignature(bytes);
  if (inPdf !== undefined) {
    const { success, data } = SignedPacket.safeParse(inPdf.signed);
    return success ? { signed: data, content: bytes.slice(0, inPdf.content.length), isPlain: true } : undefined;
  }
  try {
    const text = new TextDecoder().decode(bytes);
    const file = JSON.parse(text) as Record<string, unknown>;
    const { statement, signature, publicKey, ...packet } = file;
    const { success, data } = SignedPacket.safeParse({ statement, signature, publicKey });
    if (!success) return undefined;
    return {
      signed: data,
      content: canonicalJson(packet),
      packet,
      isPlain: withoutSpace(text) === JSON.stringify(file),
    };
  } catch {
    return undefined; // not JSON
  }
}

function withoutSpace(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, text: string | undefined) => text ?? "");
}
