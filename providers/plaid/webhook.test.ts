import { createHash, createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from "jose";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openPlaidClient } from "./client.ts";
import { createWebhookVerifier, readWebhookKey, type VerifyWebhook } from "./webhook.ts";

const KEY_ID = "key-1";
const BODY = Buffer.from('{"webhook_type":"ASSETS","webhook_code":"PRODUCT_READY"}');
const START = Date.parse("2026-11-02T12:00:00Z");

let server: Server;
let privateKey: CryptoKey;
let published: Record<string, object>;
let asked: string[];
let isDown: boolean;
let now: number;
let verify: VerifyWebhook;

// The provider's key endpoint in its own wire format, with keys of our own.
beforeEach(async () => {
  const pair = await generateKeyPair("ES256", { extractable: true });
  privateKey = pair.privateKey;
  const jwk = { ...(await exportJWK(pair.publicKey)), alg: "ES256", kid: KEY_ID, use: "sig" };
  published = { [KEY_ID]: { ...jwk, created_at: 1, expired_at: null } };
  [asked, isDown, now] = [[], false, START];
  server = createServer((request, reply) => {
    let body = "";
    request.on("data", (part) => (body += String(part)));
    request.on("end", () => {
      const { key_id } = JSON.parse(body) as { key_id: string };
      asked.push(key_id);
      const key = isDown ? undefined : published[key_id];
      reply.writeHead(isDown ? 503 : key ? 200 : 400, { "content-type": "application/json" });
      reply.end(JSON.stringify(key ? { key, request_id: "r" } : { error_code: "INVALID_WEBHOOK_VERIFICATION_KEY_ID" }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const baseUrl = `http://localhost:${(server.address() as AddressInfo).port}`;
  const plaid = openPlaidClient({
    ...{ baseUrl, clientId: "c", secret: "s", productName: "Keyturn", webhookUrl: "http://x/" },
  });
  verify = createWebhookVerifier(
    (keyId) => readWebhookKey(plaid, keyId),
    () => now,
  );
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

interface Signing {
  body?: Buffer;
  issuedAt?: number;
  header?: object;
  key?: CryptoKey;
}

function sign({ body = BODY, issuedAt = now / 1000, header = {}, key = privateKey }: Signing = {}): Promise<string> {
  return new SignJWT({ request_body_sha256: createHash("sha256").update(body).digest("hex") })
    .setProtectedHeader({ alg: "ES256", kid: KEY_ID, typ: "JWT", ...header })
    .setIssuedAt(Math.floor(issuedAt))
    .sign(key);
}

const refused = { code: "INVALID_SIGNATURE", status: 400 };

test("a webhook signed by the provider is accepted, and its key is fetched once", async () => {
  for (let time = 0; time < 5; time++) await verify(await sign(), BODY);
  expect(asked).toEqual([KEY_ID]);
});

test("webhooks that arrive together before the key is known are all accepted", async () => {
  const header = await sign();
  await Promise.all(Array.from({ length: 5 }, () => verify(header, BODY)));
  expect(asked).toEqual([KEY_ID]);
});

test("a missing, empty or meaningless header is refused without a request", async () => {
  for (const header of [undefined, "", "x", "a.b.c", ".."])
    await expect(verify(header, BODY)).rejects.toMatchObject(refused);
  expect(asked).toEqual([]);
});

test("HS256 over the public key and alg none are refused without asking the provider", async () => {
  const [, payload] = (await sign()).split(".");
  const part = (header: object) => Buffer.from(JSON.stringify(header)).toString("base64url");
  const hs256 = `${part({ alg: "HS256", kid: KEY_ID })}.${payload}`;
  const signature = createHmac("sha256", JSON.stringify(published[KEY_ID])).update(hs256).digest("base64url");
  for (const forged of [`${hs256}.${signature}`, `${part({ alg: "none", kid: KEY_ID })}.${payload}.`])
    await expect(verify(forged, BODY)).rejects.toMatchObject(refused);
  expect(asked).toEqual([]);
});

test("another's signature under a known key id is refused", async () => {
  const { privateKey: another } = await generateKeyPair("ES256");
  await expect(verify(await sign({ key: another }), BODY)).rejects.toMatchObject(refused);
});

test("a body with a changed byte, an extra space or no content is refused", async () => {
  const header = await sign();
  for (const body of [
    Buffer.from(BODY.toString().replace("READY", "READ!")),
    Buffer.concat([BODY, Buffer.from(" ")]),
    Buffer.alloc(0),
  ])
    await expect(verify(header, body)).rejects.toMatchObject(refused);
  await verify(header, BODY);
});

test("a signature of 300 seconds ago passes, one of 301 is refused, one of the future too", async () => {
  await verify(await sign({ issuedAt: START / 1000 - 300 }), BODY);
  for (const issuedAt of [START / 1000 - 301, START / 1000 + 60])
    await expect(verify(await sign({ issuedAt }), BODY)).rejects.toMatchObject(refused);
});

test("an expired key is refused, and a known one is asked about again after an hour", async () => {
  await verify(await sign(), BODY);
  published[KEY_ID] = { ...published[KEY_ID], expired_at: 5 };
  await verify(await sign(), BODY);
  now += 3_600_001;
  await expect(verify(await sign(), BODY)).rejects.toMatchObject(refused);
  expect(asked).toEqual([KEY_ID, KEY_ID]);
});

test("many unknown key ids cause at most one request a second, and known keys still work", async () => {
  await verify(await sign(), BODY);
  now += 1_000;
  for (let index = 0; index < 200; index++) {
    now += 10;
    await expect(verify(await sign({ header: { kid: `flood-${index}` } }), BODY)).rejects.toMatchObject(refused);
    await verify(await sign(), BODY);
  }
  expect(asked.filter((id) => id.startsWith("flood"))).toHaveLength(2);
});

test("while the key endpoint is down, unknown keys are refused; they pass when it is back", async () => {
  isDown = true;
  await expect(verify(await sign(), BODY)).rejects.toMatchObject(refused);
  isDown = false;
  now += 1_000;
  await verify(await sign(), BODY);
});

test("a key id that is long, a path or SQL is treated as unknown", async () => {
  for (const kid of ["x".repeat(101), "../../etc/passwd", "' or 1=1 --", "__proto__", ""]) {
    now += 1_000;
    await expect(verify(await sign({ header: { kid } }), BODY)).rejects.toMatchObject(refused);
  }
  expect(asked).not.toContain("x".repeat(101));
});
