// The official `plaid` package runs the whole flow unchanged; only its base path is ours.
import { createHash } from "node:crypto";
import { decodeProtectedHeader, importJWK, jwtVerify } from "jose";
import { CountryCode, Configuration, PlaidApi, Products } from "plaid";
import { expect, test } from "vitest";
import { KEYS, aBank, aWebhookReceiver } from "./test-plaid.ts";

function officialClient(basePath: string): PlaidApi {
  const headers = { "PLAID-CLIENT-ID": KEYS.client_id, "PLAID-SECRET": KEYS.secret, "Plaid-Version": "2020-09-14" };
  return new PlaidApi(new Configuration({ basePath, baseOptions: { headers } }));
}

test("the official package links, reports, reads, refreshes and removes", async () => {
  const bank = await aBank();
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
