// Reports of every bank login. `call` checks each reply against Plaid's own schemas.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { addDays } from "./bank-data/calendar.ts";
import { PERSONAS } from "./bank-data/personas.ts";
import { aBank, aWebhookReceiver, expectOfficialWebhook } from "./test-plaid.ts";

const working = PERSONAS.filter(
  ({ fault, way }) => way !== "custom" && (fault === null || fault === "owners unavailable" || fault === "no webhook"),
);

test.each(working.map(({ username }) => username))(
  "the report of %s matches Plaid's document, with insights too",
  async (username) => {
    const bank = await aBank();
    const hook = await aWebhookReceiver();
    const { access_token } = await bank.connect(username);
    const { token, reply } = await bank.report([access_token], { options: { webhook: hook.url } });
    expect(reply.status).toBe(200);
    expect(reply.body.report.items.length).toBeGreaterThan(0);
    const insights = await bank.call("/asset_report/get", { asset_report_token: token, include_insights: true });
    expect(insights.body.report.insights.affordability.income.total_income.amount).toBeGreaterThan(0);
    if (username !== "user_no_webhook") {
      await expect.poll(() => hook.received.length).toBe(1);
      hook.received.forEach(expectOfficialWebhook);
    }
  },
);

test("the golden person's report is the published example, byte for byte, under its own ids", async () => {
  const bank = await aBank();
  const { access_token, item_id } = await bank.connect("user_golden");
  const { token, reply } = await bank.report([access_token]);
  const golden = readFileSync(new URL("bank-data/golden-asset-report.json", import.meta.url), "utf8");
  const refreshed = await bank.call("/asset_report/refresh", { asset_report_token: token });
  const again = await bank.settled(refreshed.body.asset_report_token);
  expect(again.body.report.asset_report_id).toBe(refreshed.body.asset_report_id);
  for (const { text, body } of [reply, again])
    expect(
      text
        .replace(body.report.asset_report_id, "028e8404-a013-4a45-ac9e-002482f9cafc")
        .replace(item_id, "eVBnVMp7zdTJLkRNr33Rs6zr7KNJqBFL9DrE6"),
    ).toBe(golden);
});

test("sandbox/public_token/create without a name logs the golden person in", async () => {
  const bank = await aBank();
  const made = await bank.call("/sandbox/public_token/create", {
    institution_id: "ins_109508",
    initial_products: ["assets"],
  });
  const { body } = await bank.call("/item/public_token/exchange", { public_token: made.body.public_token });
  const accounts = await bank.call("/accounts/get", { access_token: body.access_token });
  expect(accounts.body.accounts.map(({ mask }: { mask: string }) => mask)).toEqual(["0000", "1111", "7777", "4444"]);
});

test("a ready report never changes when its item does, and a refresh makes another report", async () => {
  let today = "2026-03-10T15:00:00Z";
  const bank = await aBank({ now: () => new Date(today) });
  const { access_token } = await bank.connect("user_good");
  const first = await bank.report([access_token]);
  // A later day, on which the bank has newer entries.
  today = "2026-03-17T15:00:00Z";
  const { body } = await bank.call("/asset_report/refresh", { asset_report_token: first.token });
  const second = await bank.settled(body.asset_report_token);
  await bank.call("/item/remove", { access_token });
  expect((await bank.settled(first.token)).text).toBe(first.reply.text);
  expect(second.body.report.asset_report_id).not.toBe(first.reply.body.report.asset_report_id);

  const posted = (reply: typeof second) =>
    reply.body.report.items[0].accounts[0].transactions.filter((one: { pending: boolean }) => !one.pending);
  const known = new Map(posted(second).map((one: { transaction_id: string }) => [one.transaction_id, one]));
  const shared = posted(first.reply).filter(({ date }: { date: string }) => date >= addDays("2026-03-17", -90));
  expect(shared.length).toBeGreaterThan(50);
  for (const one of shared) expect(known.get(one.transaction_id)).toEqual(one);
});

test("the owner is the person in the link token, else a default, or deliberately another person", async () => {
  const bank = await aBank();
  const ownersOf = async (username: string) => {
    const { access_token } = await bank.connect(username);
    const { reply } = await bank.report([access_token]);
    return reply.body.report.items[0].accounts[0].owners.flatMap(({ names }: { names: string[] }) => names);
  };
  expect(await ownersOf("user_good")).toEqual(["Dana Whitfield"]);
  expect(await ownersOf("user_joint")).toEqual(["Dana Whitfield", "Jordan Whitfield"]);
  expect(await ownersOf("user_mismatch")).toEqual(["Gregory Ostrander"]);
  expect(await ownersOf("user_unicode")).toEqual(["Łukasz Nguyễn"]);
});

test("owners that the bank does not give are missing with a warning", async () => {
  const bank = await aBank();
  const { access_token, item_id } = await bank.connect("user_owners_unavailable");
  const { reply } = await bank.report([access_token]);
  expect(reply.body.warnings).toMatchObject([{ warning_code: "OWNERS_UNAVAILABLE", cause: { item_id } }]);
  for (const { owners } of reply.body.report.items[0].accounts) expect(owners).toEqual([]);
});

test("a failed report is reported by webhook, by get and to its children", async () => {
  const bank = await aBank();
  const hook = await aWebhookReceiver();
  const { access_token } = await bank.connect("user_report_fails");
  const { id, token, reply } = await bank.report([access_token], { options: { webhook: hook.url } });
  expect(reply).toMatchObject({ status: 400, body: { error_code: "ASSET_REPORT_GENERATION_FAILED" } });
  await expect.poll(() => hook.received.length).toBe(1);
  expect(hook.received[0]?.body).toMatchObject({ webhook_code: "ERROR", asset_report_id: id });
  hook.received.forEach(expectOfficialWebhook);
  const child = await bank.call("/asset_report/refresh", { asset_report_token: token });
  expect(child.body.error_code).toBe("INVALID_PARENT");
});

test("a report that never becomes ready stays pending while another one becomes ready", async () => {
  const bank = await aBank();
  const never = await bank.connect("user_report_never");
  const asked = await bank.call("/asset_report/create", { access_tokens: [never.access_token], days_requested: 90 });
  const good = await bank.connect("user_good");
  await bank.report([good.access_token]);
  const reply = await bank.call("/asset_report/get", { asset_report_token: asked.body.asset_report_token });
  expect(reply).toMatchObject({ status: 400, body: { error_code: "PRODUCT_NOT_READY" } });
});

test("an item that needs a new sign-in stops the report, unless the healthy items are enough", async () => {
  const bank = await aBank();
  const good = await bank.connect("user_good");
  const broken = await bank.connect("user_login_required");
  const both = [good.access_token, broken.access_token];
  const refused = await bank.call("/asset_report/create", { access_tokens: both, days_requested: 90 });
  expect(refused).toMatchObject({ status: 400, body: { error_type: "ITEM_ERROR", error_code: "ITEM_LOGIN_REQUIRED" } });
  const { reply } = await bank.report(both, { options: { require_all_items: false } });
  expect(reply.body.report.items.map(({ item_id }: { item_id: string }) => item_id)).toEqual([good.item_id]);
});

test("several banks are in one report, each with its own accounts", async () => {
  const bank = await aBank();
  const tokens = [await bank.connect("user_good"), await bank.connect("user_joint"), await bank.connect("user_golden")];
  const { reply } = await bank.report(tokens.map(({ access_token }) => access_token));
  expect(reply.body.report.items).toHaveLength(4);
});

test("a report has as many days as requested, fewer for a young account, and none for zero", async () => {
  const bank = await aBank();
  const good = await bank.connect("user_good");
  const thin = await bank.connect("user_thin");
  const daysOf = async (accessToken: string, days_requested: number) => {
    const { reply } = await bank.report([accessToken], { days_requested });
    return reply.body.report.items[0].accounts[0].days_available;
  };
  expect(await daysOf(good.access_token, 731)).toBe(731);
  expect(await daysOf(good.access_token, 0)).toBe(0);
  expect(await daysOf(thin.access_token, 90)).toBe(41);
});

test("the busy person has about 1,500 transactions in 90 days, the ordinary one 150 to 250", async () => {
  const bank = await aBank();
  const countOf = async (username: string) => {
    const { access_token } = await bank.connect(username);
    const { reply } = await bank.report([access_token]);
    return reply.body.report.items[0].accounts.flatMap((account: { transactions: object[] }) => account.transactions)
      .length;
  };
  const bulk = await countOf("user_bulk");
  expect(bulk).toBeGreaterThan(1300);
  expect(bulk).toBeLessThan(1700);
  const usual = await countOf("user_good");
  expect(usual).toBeGreaterThan(130);
  expect(usual).toBeLessThan(260);
});

test("a filter leaves accounts out under a new id and token", async () => {
  const bank = await aBank();
  const { access_token } = await bank.connect("user_good");
  const whole = await bank.report([access_token]);
  const [first, ...rest] = whole.reply.body.report.items[0].accounts;
  const filtered = await bank.call("/asset_report/filter", {
    asset_report_token: whole.token,
    account_ids_to_exclude: [first.account_id],
  });
  const reply = await bank.settled(filtered.body.asset_report_token);
  expect(reply.body.report.asset_report_id).toBe(filtered.body.asset_report_id);
  expect(reply.body.report.items[0].accounts).toEqual(rest);
});

test("days_to_include cuts the history and leaves the stored report whole", async () => {
  const bank = await aBank();
  const { access_token } = await bank.connect("user_good");
  const { token, reply } = await bank.report([access_token]);
  const cut = await bank.call("/asset_report/get", { asset_report_token: token, options: { days_to_include: 30 } });
  expect(cut.body.report.items[0].accounts[0].historical_balances).toHaveLength(30);
  expect((await bank.settled(token)).text).toBe(reply.text);
});

test("hostile statement lines break neither the JSON nor the PDF", async () => {
  const bank = await aBank();
  const { access_token } = await bank.connect("user_unicode");
  const { token, reply } = await bank.report([access_token]);
  const lines: string[] = reply.body.report.items[0].accounts.flatMap(
    (account: { transactions: { original_description: string }[] }) =>
      account.transactions.map((one) => one.original_description),
  );
  for (const line of ["<script>", "=1+1", ")endstream", "NGUYỄN"]) {
    expect(
      lines.some((one) => one.includes(line)),
      line,
    ).toBe(true);
  }
  const headers = {
    "content-type": "application/json",
    "plaid-client-id": "keyturn-local-client",
    "plaid-secret": "keyturn-local-secret",
  };
  const pdf = await fetch(`${bank.plaidUrl}/asset_report/pdf/get`, {
    method: "POST",
    headers,
    body: JSON.stringify({ asset_report_token: token }),
  });
  expect(pdf.headers.get("content-type")).toBe("application/pdf");
  const text = Buffer.from(await pdf.arrayBuffer()).toString("latin1");
  // Each stream is as long as it says: the hostile line has not ended one early.
  const streams = [...text.matchAll(/\/Length (\d+) >>\nstream\n/g)];
  expect(streams.length).toBeGreaterThan(1);
  for (const { 0: opening, 1: length, index } of streams) {
    expect(text.slice(index + opening.length + Number(length)).startsWith("\nendstream")).toBe(true);
  }
});
