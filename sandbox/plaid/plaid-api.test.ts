// Errors of Plaid's API; `call` checks each against Plaid's own error schema.
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { decodeProtectedHeader, importJWK, jwtVerify } from "jose";
import { Configuration, CountryCode, PlaidApi, Products } from "plaid";
import { SANDBOX_DEFAULTS } from "../sandbox.ts";
import { aBank, aWebhookReceiver, KEYS, PLAID_PATHS, type TestBank } from "./test-plaid.ts";

describe("plaid api", () => {
  test("all 28 Plaid operations exist and refuse wrong keys and unknown fields", async () => {
    const bank = await aBank();
    expect(PLAID_PATHS).toHaveLength(28);
    for (const path of PLAID_PATHS) {
      const strangers = await bank.call(path, { secret: "wrong" });
      expect(strangers, path).toMatchObject({ status: 400, body: { error_code: "INVALID_API_KEYS" } });
      if (path === "/credit/asset_report/freddie_mac/get") continue; // its schema allows additional properties
      const unknown = await bank.call(path, { no_such_field: 1 });
      expect(unknown, path).toMatchObject({ status: 400, body: { error_code: "UNKNOWN_FIELDS" } });
      expect(unknown.body.error_message).toContain("no_such_field");
      expect(unknown.body.request_id).toHaveLength(15);
    }
  });

  test.each([
    ["/link/token/create", { client_name: "K" }, "MISSING_FIELDS", "language, country_codes"],
    [
      "/link/token/create",
      { client_name: "K", language: "en", country_codes: ["US"], products: ["assets"] },
      "MISSING_FIELDS",
      "user",
    ],
    [
      "/asset_report/create",
      { access_tokens: ["a"], days_requested: 732 },
      "INVALID_FIELD",
      "days_requested must be <= 731",
    ],
    ["/asset_report/create", { access_tokens: [], days_requested: 90 }, "INVALID_FIELD", "access_tokens"],
    ["/asset_report/create", { days_requested: 90 }, "MISSING_FIELDS", "access_tokens"],
    [
      "/asset_report/create",
      { access_tokens: ["a"], days_requested: 9, options: { webhook: "no address" } },
      "INVALID_FIELD",
      "options.webhook",
    ],
    ["/asset_report/create", { access_tokens: ["access-sandbox-x"], days_requested: 90 }, "INVALID_ACCESS_TOKEN", ""],
    ["/asset_report/get", { asset_report_token: "assets-sandbox-x" }, "INVALID_ASSET_REPORT_TOKEN", ""],
    ["/asset_report/audit_copy/get", { audit_copy_token: "a-sandbox-x" }, "INVALID_AUDIT_COPY_TOKEN", ""],
    ["/item/public_token/exchange", { public_token: "public-sandbox-x" }, "INVALID_PUBLIC_TOKEN", ""],
    ["/link/token/get", { link_token: "link-sandbox-x" }, "INVALID_LINK_TOKEN", ""],
    ["/institutions/get_by_id", { institution_id: "ins_0", country_codes: ["US"] }, "INVALID_INSTITUTION", ""],
    ["/webhook_verification_key/get", { key_id: "x" }, "INVALID_WEBHOOK_VERIFICATION_KEY_ID", ""],
    [
      "/sandbox/public_token/create",
      { institution_id: "ins_109508", initial_products: ["assets"], options: { override_username: "unknown" } },
      "INVALID_CREDENTIALS",
      "",
    ],
  ])("%s refuses %j with %s", async (path, body, code, words) => {
    const bank = await aBank();
    const reply = await bank.call(path, body);
    expect(reply).toMatchObject({ status: 400, body: { error_code: code } });
    expect(reply.body.error_message).toContain(words);
  });

  test("a body that is not a JSON object or not sent as one, and a path that Plaid does not have are refused", async () => {
    const bank = await aBank();
    const post = (path: string, body: string, type = "application/json") =>
      fetch(bank.plaidUrl + path, { method: "POST", headers: { "content-type": type }, body });
    const replies = ["{broken", "[]", "null", ""].map((body) => post("/item/get", body));
    for (const reply of await Promise.all([...replies, post("/item/get", JSON.stringify(KEYS), "text/plain")])) {
      expect(reply.status).toBe(400);
      expect(await reply.json()).toMatchObject({ error_code: "INVALID_BODY" });
    }
    const lost = await post("/no/such/call", JSON.stringify(KEYS));
    expect(lost.status).toBe(404);
    expect(await lost.json()).toMatchObject({ error_code: "NOT_FOUND" });
  });

  test("missing keys are named in the error", async () => {
    const bank = await aBank();
    const headers = { "content-type": "application/json" };
    const reply = await fetch(`${bank.plaidUrl}/item/get`, { method: "POST", headers, body: "{}" });
    expect(await reply.json()).toMatchObject({
      error_code: "MISSING_FIELDS",
      error_message: expect.stringContaining("client_id, secret"),
    });
  });

  // Errors of the whole provider, requested over HTTP as a person or a test would.
  describe("steering", () => {
    function steer(bank: TestBank, order: object, name = "plaid"): Promise<Response> {
      const headers = { "content-type": "application/json" };
      return fetch(`${bank.sandbox.providersUrl}/_steer/${name}`, {
        method: "POST",
        headers,
        body: JSON.stringify(order),
      });
    }

    test.each([
      ["down", 503, "PLANNED_MAINTENANCE"],
      ["error500", 500, "INTERNAL_SERVER_ERROR"],
      ["rateLimited", 429, "RATE_LIMIT"],
    ])("%s answers %i to API and dialog until it is reset", async (mode, status, error_code) => {
      const bank = await aBank();
      const token = await bank.linkToken();
      expect((await steer(bank, { mode })).status).toBe(200);
      expect(await bank.call("/link/token/get", { link_token: token })).toMatchObject({ status, body: { error_code } });
      expect(await bank.step("start", { link_token: token })).toMatchObject({ status, body: { error_code } });
      await steer(bank, {}, "reset");
      expect((await bank.call("/link/token/get", { link_token: token })).status).toBe(200);
    });

    test.each([{ mode: "hang" }, { mode: "slow", delayMs: 600_000 }])(
      "mode %j answers no request until the mode is reset",
      async (order) => {
        const bank = await aBank();
        await steer(bank, order);
        let answered = false;
        const asked = bank.linkToken().then(() => (answered = true));
        const signal = AbortSignal.timeout(50);
        await expect(fetch(`${bank.plaidUrl}/item/get`, { method: "POST", body: "{}", signal })).rejects.toThrow();
        expect(answered).toBe(false);
        await steer(bank, { mode: "ok" });
        await asked;
      },
    );

    test("closing does not wait for a hanging call", async () => {
      const bank = await aBank();
      const token = await bank.linkToken();
      await steer(bank, { mode: "hang" });
      const hanging = expect(bank.call("/link/token/get", { link_token: token })).rejects.toThrow("fetch failed");
      await expect.poll(() => fetch(bank.sandbox.providersUrl).then(({ ok }) => ok)).toBe(true);
      await bank.sandbox.close();
      await hanging;
    });

    test("slow mode answers after its delay", async () => {
      const bank = await aBank();
      await steer(bank, { mode: "slow", delayMs: 20 });
      expect(await bank.linkToken()).toMatch(/^link-sandbox-/);
    });

    test("an invalid order is refused and changes nothing", async () => {
      const bank = await aBank();
      for (const order of [{ mode: "broken" }, { webhooks: 7 }, { delayMs: -1 }, { delayMs: "soon" }]) {
        expect((await steer(bank, order)).status).toBe(400);
      }
      expect((await steer(bank, {}, "unknown")).status).toBe(404);
      await bank.linkToken();
    });

    test("the buttons of the page also steer, and lead back to the page", async () => {
      const bank = await aBank();
      const body = new URLSearchParams({ mode: "down" });
      const pressed = await fetch(`${bank.sandbox.providersUrl}/_steer/plaid`, {
        method: "POST",
        body,
        headers: { accept: "text/html" },
        redirect: "manual",
      });
      expect(pressed.status).toBe(303);
      const page = await (await fetch(bank.sandbox.providersUrl)).text();
      expect(page).toMatch(/value="down"\s+aria-pressed="true"/);
    });
  });
});

// The official `plaid` package runs the whole flow unchanged; only its base path is ours.
describe("plaid package", () => {
  function officialClient(basePath: string): PlaidApi {
    const headers = { "PLAID-CLIENT-ID": KEYS.client_id, "PLAID-SECRET": KEYS.secret, "Plaid-Version": "2020-09-14" };
    return new PlaidApi(new Configuration({ basePath, baseOptions: { headers } }));
  }

  test("the official package links, reports, reads, refreshes and removes", async () => {
    // Long enough for a request before the report is ready.
    const bank = await aBank({ plaid: { ...SANDBOX_DEFAULTS.plaid, reportDelayMs: 2_000 } });
    const hook = await aWebhookReceiver();
    const plaid = officialClient(bank.plaidUrl);

    const link = await plaid.linkTokenCreate({
      client_name: "Keyturn",
      language: "en",
      country_codes: [CountryCode.Us],
      products: [Products.Assets],
      user: { client_user_id: "borrower-1" },
      webhook: hook.url,
    });
    expect(link.data.link_token).toMatch(/^link-sandbox-/);

    const made = await plaid.sandboxPublicTokenCreate({
      institution_id: "ins_109511",
      initial_products: [Products.Assets],
      options: { override_username: "user_good", override_password: "pass_good" },
    });
    expect(made.data.public_token).toMatch(/^public-sandbox-/);
    const item = await plaid.itemPublicTokenExchange({ public_token: made.data.public_token });

    const asked = await plaid.assetReportCreate({
      access_tokens: [item.data.access_token],
      days_requested: 60,
      options: { webhook: hook.url, client_report_id: "report-1", user: { client_user_id: "borrower-1" } },
    });
    const { asset_report_token } = asked.data;
    await expect(plaid.assetReportGet({ asset_report_token })).rejects.toMatchObject({
      response: { status: 400, data: { error_type: "ASSET_REPORT_ERROR", error_code: "PRODUCT_NOT_READY" } },
    });

    await expect.poll(() => hook.received.length).toBe(1);
    const [webhook] = hook.received;
    expect(webhook?.body).toMatchObject({ webhook_code: "PRODUCT_READY", asset_report_id: asked.data.asset_report_id });
    const signature = String(webhook?.headers["plaid-verification"]);
    const { data } = await plaid.webhookVerificationKeyGet({ key_id: String(decodeProtectedHeader(signature).kid) });
    const { payload } = await jwtVerify(signature, await importJWK(data.key, "ES256"), {
      algorithms: ["ES256"],
      maxTokenAge: "5 min",
    });
    expect(payload["request_body_sha256"]).toBe(createHash("sha256").update(String(webhook?.text)).digest("hex"));

    const report = (await plaid.assetReportGet({ asset_report_token, include_insights: true })).data.report;
    expect(report).toMatchObject({ client_report_id: "report-1", days_requested: 60 });
    expect(report.items[0]?.institution_name).toBe("Tartan Bank");
    expect(report.items[0]?.accounts).toHaveLength(4);

    const pdf = await plaid.assetReportPdfGet({ asset_report_token }, { responseType: "arraybuffer" });
    expect(Buffer.from(pdf.data as ArrayBuffer).toString("latin1")).toMatch(/^%PDF-1\.4[\s\S]+%%EOF\n$/);

    const refreshed = await plaid.assetReportRefresh({ asset_report_token, days_requested: 30 });
    expect(refreshed.data.asset_report_token).not.toBe(asset_report_token);
    expect(refreshed.data.asset_report_id).not.toBe(asked.data.asset_report_id);
    await expect.poll(() => hook.received.length).toBe(2);

    expect((await plaid.assetReportRemove({ asset_report_token })).data.removed).toBe(true);
    await expect(plaid.assetReportGet({ asset_report_token })).rejects.toMatchObject({
      response: { status: 400, data: { error_code: "INVALID_ASSET_REPORT_TOKEN" } },
    });
    await plaid.itemRemove({ access_token: item.data.access_token });
    await expect(plaid.itemGet({ access_token: item.data.access_token })).rejects.toMatchObject({
      response: { status: 400, data: { error_code: "ITEM_NOT_FOUND" } },
    });
  });

  test("keys other than ours are refused as at Plaid", async () => {
    const bank = await aBank();
    const headers = { "PLAID-CLIENT-ID": KEYS.client_id, "PLAID-SECRET": "wrong" };
    const stranger = new PlaidApi(new Configuration({ basePath: bank.plaidUrl, baseOptions: { headers } }));
    await expect(stranger.itemGet({ access_token: "access-sandbox-1" })).rejects.toMatchObject({
      response: { status: 400, data: { error_type: "INVALID_INPUT", error_code: "INVALID_API_KEYS" } },
    });
  });
});
