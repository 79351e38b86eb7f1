// Webhooks: signed, retried, and sent wrongly on request.
import { createHash } from "node:crypto";
import { decodeProtectedHeader, importJWK, jwtVerify } from "jose";
import { expect, test } from "vitest";
import { aBank, aWebhookReceiver, expectOfficialWebhook } from "./test-plaid.ts";
import type { Received, TestBank } from "./test-plaid.ts";

async function verify(bank: TestBank, { headers, text }: Received): Promise<{ kid: string; expiredAt: number | null }> {
  const signature = String(headers["plaid-verification"]);
  const { alg, kid } = decodeProtectedHeader(signature);
  expect(alg).toBe("ES256");
  const { key } = (await bank.call("/webhook_verification_key/get", { key_id: String(kid) })).body;
  const { payload } = await jwtVerify(signature, await importJWK(key, "ES256"), { maxTokenAge: "5 min" });
  expect(payload["request_body_sha256"]).toBe(createHash("sha256").update(text).digest("hex"));
  return { kid: String(kid), expiredAt: key.expired_at };
}

test("a refused webhook is retried with a new signature each time, then no more", async () => {
  const bank = await aBank();
  const hook = await aWebhookReceiver(500, 302, 200);
  const { access_token } = await bank.connect("user_good");
  await bank.report([access_token], { options: { webhook: hook.url } });
  await expect.poll(() => hook.received.length).toBe(3);
  for (const received of hook.received) await verify(bank, received);
  const page = await (await fetch(bank.sandbox.providersUrl)).text();
  expect(page).toContain("500, 302, 200");
});

test("without a receiver, the webhook stops after the last try and the report still becomes ready", async () => {
  const bank = await aBank();
  const { access_token } = await bank.connect("user_good");
  const { reply } = await bank.report([access_token], { options: { webhook: "http://localhost:9/unreachable" } });
  expect(reply.status).toBe(200);
  await expect.poll(async () => (await fetch(bank.sandbox.providersUrl)).text()).toContain("gave up");
});

test("webhooks can be sent twice or lost", async () => {
  const bank = await aBank();
  const hook = await aWebhookReceiver();
  const { access_token } = await bank.connect("user_good");
  await bank.sandbox.plaid.steer({ webhooks: "duplicate" });
  await bank.report([access_token], { options: { webhook: hook.url } });
  await expect.poll(() => hook.received.length).toBe(2);
  expect(hook.received[0]?.text).toBe(hook.received[1]?.text);
  await bank.sandbox.plaid.steer({ webhooks: "lost" });
  const lost = await bank.report([access_token], { options: { webhook: hook.url } });
  expect(lost.reply.status).toBe(200);
  bank.sandbox.plaid.reset();
  const reported = await bank.report([access_token], { options: { webhook: hook.url } });
  await expect.poll(() => hook.received.length).toBe(3);
  expect(hook.received[2]?.body.asset_report_id).toBe(reported.id);
});

test("after a rotation the new key signs and the old key is marked as expired", async () => {
  const bank = await aBank();
  const hook = await aWebhookReceiver();
  const { access_token } = await bank.connect("user_good", { webhook: hook.url });
  const fire = () =>
    bank.call("/sandbox/item/fire_webhook", { access_token, webhook_type: "ITEM", webhook_code: "ERROR" });
  await fire();
  await expect.poll(() => hook.received.length).toBe(1);
  await bank.sandbox.plaid.steer({ rotateKey: true });
  await fire();
  await expect.poll(() => hook.received.length).toBe(2);
  const [before, after] = await Promise.all(hook.received.map((received) => verify(bank, received)));
  expect(before?.kid).not.toBe(after?.kid);
  expect(before?.expiredAt).toBeTypeOf("number");
  expect(after?.expiredAt).toBeNull();
});

test.each(["ERROR", "USER_PERMISSION_REVOKED", "USER_ACCOUNT_REVOKED", "PENDING_DISCONNECT", "LOGIN_REPAIRED"])(
  "sandbox/item/fire_webhook sends ITEM %s as Plaid documents it",
  async (webhook_code) => {
    const bank = await aBank();
    const hook = await aWebhookReceiver();
    const { access_token, item_id } = await bank.connect("user_good", { webhook: hook.url });
    const fired = await bank.call("/sandbox/item/fire_webhook", { access_token, webhook_code });
    expect(fired.body.webhook_fired).toBe(true);
    await expect.poll(() => hook.received.length).toBe(1);
    expect(hook.received[0]?.body).toMatchObject({ webhook_type: "ITEM", webhook_code, item_id });
    hook.received.forEach(expectOfficialWebhook);
  },
);

test("expiring consent sends the webhook that Plaid documents, for an existing connection", async () => {
  const bank = await aBank();
  const hook = await aWebhookReceiver();
  const { access_token, item_id } = await bank.connect("user_good", { webhook: hook.url });
  await bank.sandbox.plaid.steer({ expiring: item_id });
  await expect.poll(() => hook.received.length).toBe(1);
  expect(hook.received[0]?.body).toMatchObject({ webhook_type: "ITEM", webhook_code: "PENDING_EXPIRATION", item_id });
  hook.received.forEach(expectOfficialWebhook);
  const refused = await bank.call("/sandbox/item/fire_webhook", { access_token, webhook_code: "PENDING_EXPIRATION" });
  expect(refused.body.error_code).toBe("INVALID_FIELD");
  const page = await (await fetch(bank.sandbox.providersUrl)).text();
  expect(page).toContain(`name="expiring" value="${item_id}"`);
  await bank.call("/item/remove", { access_token });
  for (const expiring of [item_id, "no one's"])
    await expect(async () => bank.sandbox.plaid.steer({ expiring })).rejects.toThrow("connected item");
});

test("no webhook can be fired without an address or for a product that the item lacks", async () => {
  const bank = await aBank();
  const { access_token } = await bank.connect("user_good");
  const fire = (webhook_code: string) => bank.call("/sandbox/item/fire_webhook", { access_token, webhook_code });
  expect((await fire("ERROR")).body.error_code).toBe("SANDBOX_WEBHOOK_INVALID");
  expect((await fire("PRODUCT_READY")).body.error_code).toBe("SANDBOX_PRODUCT_NOT_ENABLED");
});
