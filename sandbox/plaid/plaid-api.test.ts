// Errors of Plaid's API; `call` checks each against Plaid's own error schema.
import { expect, test } from "vitest";
import { KEYS, PLAID_PATHS, aBank } from "./test-plaid.ts";

test("all twenty Plaid operations exist and refuse wrong keys and unknown fields", async () => {
  const bank = await aBank();
  expect(PLAID_PATHS).toHaveLength(20);
  for (const path of PLAID_PATHS) {
    const strangers = await bank.call(path, { secret: "wrong" });
    expect(strangers, path).toMatchObject({ status: 400, body: { error_code: "INVALID_API_KEYS" } });
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

test("a body that is not a JSON object and a path that Plaid does not have are refused", async () => {
  const bank = await aBank();
  const post = (path: string, body: string) => fetch(bank.plaidUrl + path, { method: "POST", body });
  for (const body of ["{broken", "[]", "null", ""]) {
    const reply = await post("/item/get", body);
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ error_code: "INVALID_BODY" });
  }
  const lost = await post("/no/such/call", JSON.stringify(KEYS));
  expect(lost.status).toBe(404);
  expect(await lost.json()).toMatchObject({ error_code: "NOT_FOUND" });
});

test("missing keys are named in the error", async () => {
  const bank = await aBank();
  const reply = await fetch(`${bank.plaidUrl}/item/get`, { method: "POST", body: "{}" });
  expect(await reply.json()).toMatchObject({
    error_code: "MISSING_FIELDS",
    error_message: expect.stringContaining("client_id, secret"),
  });
});
