import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { newWebhookSecret, signedHeaders } from "./standard-webhooks.ts";

// Made with the package standardwebhooks 1.1.1.
const SECRET = "whsec_a2V5dHVybi13ZWJob29rLXRlc3Qtc2VjcmV0LTAwMDE=";
const MESSAGE = {
  id: "msg_keyturn0001",
  timestamp: 1_795_446_245,
  body: '{"type":"report.ready","timestamp":"2026-11-23T15:04:05.000Z","data":{"reportId":"7f1c3f4e-2b0a-4c9d-8e57-3f5f9f6d1a20"}}',
};
const SIGNATURE = "v1,dqixyjzPGFWwNMO77fEeWLFBeAn/1GCJQm2f+mpUimg=";

test("a message is signed as the reference library signs it", () => {
  expect(signedHeaders([SECRET], MESSAGE)).toEqual({
    "webhook-id": "msg_keyturn0001",
    "webhook-timestamp": "1795446245",
    "webhook-signature": SIGNATURE,
  });
});

test("while a secret is replaced, both sign", () => {
  const other = newWebhookSecret();
  const { "webhook-signature": header = "" } = signedHeaders([other, SECRET], MESSAGE);
  const [first, second, ...more] = header.split(" ");
  expect([second, more]).toEqual([SIGNATURE, []]);
  expect(first).not.toBe(SIGNATURE);
});

test("one changed character changes the signature, also beyond ASCII", () => {
  const signatures = ["é", "e", "😀"].map((body) => signedHeaders([SECRET], { ...MESSAGE, body })["webhook-signature"]);
  expect(new Set(signatures).size).toBe(3);
  const key = Buffer.from(SECRET.slice("whsec_".length), "base64");
  const bytes = Buffer.from(`${MESSAGE.id}.${MESSAGE.timestamp}.😀`, "utf8");
  expect(signatures[2]).toBe(`v1,${createHmac("sha256", key).update(bytes).digest("base64")}`);
});

test("a secret has 32 random bytes in base64", () => {
  const secrets = Array.from({ length: 20 }, newWebhookSecret);
  expect(new Set(secrets).size).toBe(20);
  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(Buffer.from(secret.slice("whsec_".length), "base64")).toHaveLength(32);
  }
});
