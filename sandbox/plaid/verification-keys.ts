// The keys that sign webhooks: an ES256 pair, created at the first start, stored in the state, and rotated on request.
import { createHash, randomUUID } from "node:crypto";
import { SignJWT, exportJWK, generateKeyPair, importJWK } from "jose";
import type { PlaidData, VerificationKey } from "./plaid-data.ts";

/** How many rotated keys stay readable, because their webhooks may still be in transit. */
const KEPT_KEYS = 5;

/** Makes the first key, or a new one that makes the old ones expire. */
export async function addKey(data: PlaidData, now: Date): Promise<void> {
  const pair = await generateKeyPair("ES256", { extractable: true });
  const { x, y } = await exportJWK(pair.publicKey);
  if (x === undefined || y === undefined) throw new Error("An ES256 key has no x and y");
  const kid = randomUUID();
  const createdAt = Math.floor(now.getTime() / 1000);
  for (const key of data.keys) key.expiredAt ??= createdAt;
  data.keys.push({
    kid,
    privateJwk: await exportJWK(pair.privateKey),
    publicJwk: { alg: "ES256", crv: "P-256", kid, kty: "EC", use: "sig", x, y },
    createdAt,
    expiredAt: null,
  });
  data.keys.splice(0, Math.max(0, data.keys.length - KEPT_KEYS));
}

/** The `Plaid-Verification` header for a raw webhook body. */
export async function signWebhook(data: PlaidData, rawBody: string, now: Date): Promise<string> {
  const key = currentKey(data);
  const digest = createHash("sha256").update(rawBody).digest("hex");
  return new SignJWT({ request_body_sha256: digest })
    .setProtectedHeader({ alg: "ES256", kid: key.kid, typ: "JWT" })
    .setIssuedAt(Math.floor(now.getTime() / 1000))
    .sign(await importJWK(key.privateJwk, "ES256"));
}

function currentKey(data: PlaidData): VerificationKey {
  const key = data.keys.find(({ expiredAt }) => expiredAt === null);
  if (key === undefined) throw new Error("The Plaid sandbox has no signing key");
  return key;
}
