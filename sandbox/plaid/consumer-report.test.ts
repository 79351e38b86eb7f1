// Consumer Report as the product sees it; `call` checks each reply against Plaid's own schemas.
import { describe, expect, test } from "vitest";
import { SANDBOX_DEFAULTS } from "../sandbox.ts";
import { aBank, aWebhookReceiver, expectOfficialWebhook, type TestBank } from "./test-plaid.ts";

const IDENTITY = {
  name: { given_name: "Alice", family_name: "Johnson" },
  date_of_birth: "1988-07-22",
  emails: [{ data: "alice@example.com", primary: true }],
  phone_numbers: [{ data: "+14155550123", primary: true }],
  addresses: [
    { street_1: "123 Main St", city: "Reno", region: "NV", postal_code: "89501", country: "US", primary: true },
  ],
};
const PURPOSE = "EXTENSION_OF_CREDIT";
const BASE = "/cra/check_report/base_report/get";
const VERIFICATION = "/cra/check_report/verification/get";

async function aUser(bank: TestBank, id = "person-1"): Promise<string> {
  const { body } = await bank.call("/user/create", { client_user_id: id, identity: IDENTITY });
  return body.user_id;
}

async function aUserWithBank(bank: TestBank, username = "user_good"): Promise<string> {
  const user_id = await aUser(bank);
  await bank.call("/sandbox/public_token/create", {
    institution_id: "ins_109508",
    initial_products: ["cra_base_report"],
    user_id,
    options: { override_username: username },
  });
  return user_id;
}

async function create(bank: TestBank, user_id: string, webhook = "http://localhost:1/", days_requested = 90) {
  const wanted = { user_id, webhook, days_requested, client_report_id: "report-1" };
  return bank.call("/cra/check_report/create", { ...wanted, consumer_report_permissible_purpose: PURPOSE });
}

async function settled(bank: TestBank, user_id: string) {
  const ask = () => bank.call(BASE, { user_id });
  await expect.poll(async () => (await ask()).body.error_code).not.toBe("PRODUCT_NOT_READY");
  return ask();
}

describe("consumer reports", () => {
  test("the same person again is the same user", async () => {
    const bank = await aBank();
    expect(await aUser(bank)).toBe(await aUser(bank));
    expect(await aUser(bank, "person-2")).not.toBe(await aUser(bank));
  });

  test("what is given of a person later completes or replaces what was given before", async () => {
    const bank = await aBank();
    const { date_of_birth, ...most } = IDENTITY;
    const { user_id } = (await bank.call("/user/create", { client_user_id: "person-1", identity: most })).body;
    const open = () =>
      bank.call("/link/token/create", {
        ...{ client_name: "K", language: "en", country_codes: ["US"], products: ["cra_base_report"], user_id },
        ...{ consumer_report_permissible_purpose: PURPOSE, cra_options: { days_requested: 180 } },
      });
    expect((await open()).body.error_code).toBe("MISSING_FIELDS");
    const update = (identity: object, id = user_id) => bank.call("/user/update", { user_id: id, identity });
    expect((await update({ date_of_birth })).status).toBe(200);
    expect((await open()).status).toBe(200);
    await update({ name: { given_name: "Alicia", family_name: "Johnson" } });
    expect(await bank.sandbox.plaid.find("users", user_id)).toMatchObject({
      identity: { ...IDENTITY, name: { given_name: "Alicia" } },
    });
    expect((await update({ phone_numbers: [{ data: "555", primary: true }] })).body.error_code).toBe("INVALID_FIELD");
    expect((await update({}, "usr_none")).body.error_code).toBe("USER_NOT_FOUND");
  });

  test("the dialog needs a known person with an identity, a purpose and a period", async () => {
    const bank = await aBank();
    const link = { client_name: "K", language: "en", country_codes: ["US"], products: ["cra_base_report"] };
    const open = (more: object) => bank.call("/link/token/create", { ...link, ...more });
    const whole = { consumer_report_permissible_purpose: PURPOSE, cra_options: { days_requested: 180 } };
    const nameless = (await bank.call("/user/create", { client_user_id: "nameless" })).body.user_id;
    expect((await open({ ...whole, user_id: "usr_none" })).body.error_code).toBe("USER_NOT_FOUND");
    expect((await open({ ...whole, user_id: nameless })).body.error_code).toBe("MISSING_FIELDS");
    const user_id = await aUser(bank);
    expect((await open({ user_id })).body.error_message).toContain("consumer_report_permissible_purpose, cra_options");
    expect(await open({ ...whole, user_id })).toMatchObject({ status: 200 });
  });

  test("a report is ready with its webhook, in two formats and as a PDF, with at least 180 days", async () => {
    // Long enough for a request before the report is ready.
    const bank = await aBank({ plaid: { ...SANDBOX_DEFAULTS.plaid, reportDelayMs: 2_000 } });
    const { url, received } = await aWebhookReceiver();
    const user_id = await aUserWithBank(bank);
    expect(await bank.call(BASE, { user_id })).toMatchObject({ body: { error_code: "CONSUMER_REPORT_NOT_FOUND" } });
    await create(bank, user_id, url);
    expect(await bank.call(BASE, { user_id })).toMatchObject({
      body: { error_code: "PRODUCT_NOT_READY", error_type: "CONSUMER_REPORT_ERROR" },
    });
    const base = await settled(bank, user_id);
    expect(base.body.report).toMatchObject({ client_report_id: "report-1", days_requested: 180 });
    const verification = await bank.call(VERIFICATION, { user_id, reports_requested: ["VOA"] });
    expect(verification.body.report).toMatchObject({ report_id: base.body.report.report_id });
    expect((await bank.call("/cra/check_report/pdf/get", { user_id })).text).toMatch(/^%PDF/);
    await expect.poll(() => received.length).toBe(1);
    expect(received[0]!.body).toMatchObject({ webhook_code: "USER_CHECK_REPORT_READY", user_id });
    expectOfficialWebhook(received[0]!);
  });

  test("a report that fails says so by webhook and in its place", async () => {
    const bank = await aBank();
    const { url, received } = await aWebhookReceiver();
    const user_id = await aUserWithBank(bank, "user_report_fails");
    await create(bank, user_id, url);
    expect((await settled(bank, user_id)).body.error_code).toBe("DATA_UNAVAILABLE");
    await expect.poll(() => received.length).toBe(1);
    expectOfficialWebhook(received[0]!);
  });

  test("a report can be read for a day", async () => {
    let now = Date.now();
    const bank = await aBank({ now: () => new Date(now) });
    const user_id = await aUserWithBank(bank);
    await create(bank, user_id);
    expect((await settled(bank, user_id)).status).toBe(200);
    now += 24 * 60 * 60_000;
    expect((await bank.call(BASE, { user_id })).body.error_code).toBe("CONSUMER_REPORT_EXPIRED");
  });

  test("without a bank there is no report, and a removed person is unknown with all their banks", async () => {
    const bank = await aBank();
    expect((await create(bank, await aUser(bank, "bankless"))).body.error_code).toBe("NO_ACCOUNTS");
    const user_id = await aUserWithBank(bank);
    await bank.call("/user/remove", { user_id });
    expect((await bank.call("/user/remove", { user_id })).body.error_code).toBe("USER_NOT_FOUND");
    expect((await create(bank, user_id)).body.error_code).toBe("USER_NOT_FOUND");
  });

  test("the dialog ends with a report that no one ordered", async () => {
    const bank = await aBank();
    const user_id = await aUser(bank);
    const link_token = await bank.linkToken({
      ...{ products: ["cra_base_report"], user_id, consumer_report_permissible_purpose: PURPOSE },
      cra_options: { days_requested: 180 },
    });
    const { body } = await bank.step("start", { link_token });
    const { link_session_id } = body;
    const logIn = { link_session_id, institution_id: "ins_109508", username: "user_good", password: "pass_good" };
    const { accounts } = (await bank.step("login", logIn)).body;
    await bank.step("share", { link_session_id, account_ids: accounts.map(({ id }: { id: string }) => id) });
    expect((await settled(bank, user_id)).body.report).toMatchObject({ client_report_id: null });
  });
});
