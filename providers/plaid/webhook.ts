import { createHash, timingSafeEqual } from "node:crypto";
import { decodeProtectedHeader, importJWK, jwtVerify, type CryptoKey } from "jose";
import * as z from "zod/mini";
import { AppError } from "#platform/contract/errors.ts";
import { ask, type PlaidClient } from "./client.ts";

declare module "#platform/server/context.ts" {
  interface Providers {
    readonly verifyPlaidWebhook: VerifyWebhook;
  }
}

/** Older signatures are refused, as Plaid's documentation asks. */
const MAX_AGE_SECONDS = 300;
/** A flood of unknown key ids makes us ask the provider this often and no more. */
const ASK_EVERY_MS = 1_000;
/** A known key is asked about again this often, to learn that it expired. */
const RECHECK_MS = 3_600_000;

/** A verification key as the provider publishes it. */
export interface WebhookKey {
  readonly jwk: { kty: string; crv: string; x: string; y: string; alg: string; kid: string; use: string };
  readonly expiredAt: number | null;
}

const Key = z.object({
  key: z.object({
    ...{ kty: z.string(), crv: z.string(), x: z.string(), y: z.string() },
    ...{ alg: z.string(), kid: z.string(), use: z.string(), expired_at: z.nullable(z.number()) },
  }),
});

export async function readWebhookKey({ api }: PlaidClient, keyId: string): Promise<WebhookKey> {
  const { key } = await ask(Key, async (options) =>
    (await api()).webhookVerificationKeyGet({ key_id: keyId }, options),
  );
  const { expired_at: expiredAt, ...jwk } = key;
  return { jwk, expiredAt };
}

interface KnownKey {
  readonly key: CryptoKey | Uint8Array;
  readonly expiredAt: number | null;
  readonly askedAt: number;
}

export type VerifyWebhook = (header: string | undefined, rawBody: Buffer) => Promise<void>;

/** Resolves for a body that Plaid signed; throws INVALID_SIGNATURE otherwise, also without a header. */
export function createWebhookVerifier(
  readKey: (keyId: string) => Promise<WebhookKey>,
  now: () => number = Date.now,
): VerifyWebhook {
  const keys = new Map<string, KnownKey>();
  const asked = new Map<string, Promise<KnownKey>>();
  let askedAt = -Infinity;

  async function keyFor(keyId: string): Promise<KnownKey["key"]> {
    const known = keys.get(keyId);
    if (known && (known.expiredAt !== null || now() - known.askedAt < RECHECK_MS)) return usable(known);
    // Webhooks that arrive together wait for one answer.
    const underWay = asked.get(keyId);
    if (underWay) return usable(await underWay);
    if (now() - askedAt < ASK_EVERY_MS) throw new Error("asked for a key a moment ago");
    askedAt = now();
    const answer = askFor(keyId, askedAt).finally(() => asked.delete(keyId));
    asked.set(keyId, answer);
    return usable(await answer);
  }

  async function askFor(keyId: string, at: number): Promise<KnownKey> {
    const { jwk, expiredAt } = await readKey(keyId);
    const key = { key: await importJWK({ ...jwk }, "ES256"), expiredAt, askedAt: at };
    keys.set(keyId, key);
    return key;
  }

  return async (header, rawBody) => {
    try {
      const { alg, kid } = decodeProtectedHeader(header ?? "");
      if (alg !== "ES256" || !kid || kid.length > 100) throw new Error("not signed as agreed");
      const { payload } = await jwtVerify(header ?? "", await keyFor(kid), {
        algorithms: ["ES256"],
        requiredClaims: ["iat"],
        maxTokenAge: MAX_AGE_SECONDS,
        currentDate: new Date(now()),
      });
      const signedHash = Buffer.from(String(payload["request_body_sha256"]), "hex");
      const found = createHash("sha256").update(rawBody).digest();
      if (signedHash.length !== found.length || !timingSafeEqual(signedHash, found))
        throw new Error("the body was changed");
    } catch (cause) {
      throw new AppError("INVALID_SIGNATURE", { cause });
    }
  };
}

function usable({ key, expiredAt }: KnownKey): KnownKey["key"] {
  if (expiredAt !== null) throw new Error("the key has expired");
  return key;
}
