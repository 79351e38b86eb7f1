// The steps behind the Link dialog, and the items that they create or repair.
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { decodeProtectedHeader, importJWK, jwtVerify } from "jose";
import { aBank, aWebhookReceiver, expectOfficialWebhook, type Received, type TestBank } from "./test-plaid.ts";

describe("link sessions", () => {
  const PLATYPUS = "ins_109508";

  async function begin(bank: TestBank, linkToken: string): Promise<string> {
    const { body } = await bank.step("start", { link_token: linkToken });
    return body.link_session_id;
  }

  function logIn(bank: TestBank, link_session_id: string, username = "user_good", password = "pass_good") {
    return bank.step("login", { link_session_id, institution_id: PLATYPUS, username, password });
  }

  test("a person logs in, chooses accounts, and only those are in the item and its report", async () => {
    const bank = await aBank();
    const linkToken = await bank.linkToken();
    const started = await bank.step("start", { link_token: linkToken });
    expect(started.body).toMatchObject({ client_name: "Keyturn", repairs: false });
    expect(started.body.institutions.length).toBeGreaterThanOrEqual(5);
    expect(started.body.institutions[0].name).toBe("First Platypus Bank");
    const { link_session_id } = started.body;

    const { body } = await logIn(bank, link_session_id);
    expect(body.accounts.map(({ subtype }: { subtype: string }) => subtype)).toEqual(
      ["checking", "savings", "credit card", "401k"].map((subtype) =>
        subtype === "401k" ? expect.stringMatching(/401k|ira/) : subtype,
      ),
    );
    const chosen = body.accounts.slice(0, 2).map(({ id }: { id: string }) => id);
    const shared = await bank.step("share", { link_session_id, account_ids: chosen });
    expect(shared.body).toMatchObject({
      public_token: expect.stringMatching(/^public-sandbox-/),
      metadata: { institution: { name: "First Platypus Bank", institution_id: PLATYPUS }, link_session_id },
    });
    expect(shared.body.metadata.accounts.map(({ id }: { id: string }) => id)).toEqual(chosen);

    const exchanged = await bank.call("/item/public_token/exchange", { public_token: shared.body.public_token });
    const { access_token } = exchanged.body;
    const accounts = await bank.call("/accounts/get", { access_token });
    expect(accounts.body.accounts.map(({ account_id }: { account_id: string }) => account_id)).toEqual(chosen);
    expect((await bank.call("/item/get", { access_token })).body.item.institution_id).toBe(PLATYPUS);
    const { reply } = await bank.report([access_token]);
    const reported = reply.body.report.items[0].accounts;
    expect(reported.map(({ account_id }: { account_id: string }) => account_id)).toEqual(chosen);
    expect(reported[0].owners[0].names).toEqual(["Maria Silva"]);
    expect(reported[0].balances).toEqual(accounts.body.accounts[0].balances);

    const readBack = await bank.call("/link/token/get", { link_token: linkToken });
    expect(readBack.body.link_sessions[0].on_success.public_token).toBe(shared.body.public_token);
  });

  test.each([
    ["user_good", "wrong", "INVALID_CREDENTIALS"],
    ["unknown", "pass_good", "INVALID_CREDENTIALS"],
    ["user_good", "error_ITEM_LOCKED", "ITEM_LOCKED"],
    ["user_institution_down", "pass_good", "INSTITUTION_DOWN"],
  ])("%s with %s gives %s, and the person may try again", async (username, password, code) => {
    const bank = await aBank();
    const session = await begin(bank, await bank.linkToken());
    const refused = await logIn(bank, session, username, password);
    expect(refused).toMatchObject({ status: 400, body: { error_code: code, display_message: expect.any(String) } });
    expect((await logIn(bank, session)).status).toBe(200);
  });

  test("choosing no account, or another person's account, creates no item", async () => {
    const bank = await aBank();
    const session = await begin(bank, await bank.linkToken());
    await logIn(bank, session);
    for (const account_ids of [[], ["somebody-elses"]]) {
      const refused = await bank.step("share", { link_session_id: session, account_ids });
      expect(refused).toMatchObject({ status: 400, body: { error_code: "NO_ACCOUNTS" } });
    }
  });

  test("a public token works once, and only for half an hour", async () => {
    let now = Date.parse("2026-05-04T12:00:00Z");
    const bank = await aBank({ now: () => new Date(now) });
    const create = async () => {
      const asked = { institution_id: PLATYPUS, initial_products: ["assets"] };
      return (await bank.call("/sandbox/public_token/create", asked)).body.public_token as string;
    };
    const exchange = (public_token: string) => bank.call("/item/public_token/exchange", { public_token });
    const used = await create();
    expect((await exchange(used)).status).toBe(200);
    expect((await exchange(used)).body.error_code).toBe("INVALID_PUBLIC_TOKEN");
    const late = await create();
    now += 31 * 60_000;
    expect((await exchange(late)).body.error_code).toBe("INVALID_PUBLIC_TOKEN");
  });

  test("a link token that is expired or unknown opens nothing", async () => {
    let now = Date.parse("2026-05-04T12:00:00Z");
    const bank = await aBank({ now: () => new Date(now) });
    const token = await bank.linkToken();
    now += 4 * 60 * 60_000;
    for (const link_token of [token, "link-sandbox-none"]) {
      expect((await bank.step("start", { link_token })).body.error_code).toBe("INVALID_LINK_TOKEN");
    }
  });

  test("update mode repairs an item that needs a new sign-in, for the same person only, and sends a webhook", async () => {
    const bank = await aBank();
    const hook = await aWebhookReceiver();
    const { access_token } = await bank.connect("user_good", { webhook: hook.url });
    await bank.call("/sandbox/item/reset_login", { access_token });
    expect((await bank.call("/item/get", { access_token })).body.item.error.error_code).toBe("ITEM_LOGIN_REQUIRED");
    expect((await bank.call("/accounts/get", { access_token })).body.error_code).toBe("ITEM_LOGIN_REQUIRED");

    const session = await begin(bank, await bank.linkToken({ access_token, products: null }));
    expect((await logIn(bank, session, "user_joint")).body.error_code).toBe("INVALID_CREDENTIALS");
    const { body } = await logIn(bank, session);
    expect(body.repaired.public_token).toMatch(/^public-sandbox-/);
    expect((await bank.call("/item/get", { access_token })).body.item.error).toBeNull();
    expect((await bank.report([access_token])).reply.status).toBe(200);
    await expect.poll(() => hook.received.map((one) => one.body.webhook_code)).toEqual(["ERROR", "LOGIN_REPAIRED"]);
    hook.received.forEach(expectOfficialWebhook);
  });

  test("a person who leaves is recorded, and the session ends", async () => {
    const bank = await aBank();
    const linkToken = await bank.linkToken();
    const link_session_id = await begin(bank, linkToken);
    await bank.step("exit", { link_session_id, status: "requires_credentials", error_code: "" });
    expect((await logIn(bank, link_session_id)).body.error_code).toBe("INVALID_LINK_TOKEN");
    const { body } = await bank.call("/link/token/get", { link_token: linkToken });
    expect(body.link_sessions[0].exit.metadata.status).toBe("requires_credentials");
  });
});

// Webhooks: signed, retried, and sent wrongly on request.
describe("webhooks", () => {
  async function verify(
    bank: TestBank,
    { headers, text }: Received,
  ): Promise<{ kid: string; expiredAt: number | null }> {
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
});
