import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#app/server/calls.ts";
import { ONE_ENGINE } from "#testing/database.ts";
import { aLender, type Lender, type Person } from "#testing/lender.ts";
import { openTestProduct, type TestProduct } from "#testing/product.ts";
import { REPORT_FORMATS } from "#features/asset-reports/contract.ts";
import { SMALL_INCOME } from "#features/underwriting/server/test-evidence.ts";
import { faultsOf } from "#providers/mismo/test-validator.ts";
import { findReplyError } from "../../../sandbox/plaid/openapi.ts";
import { fetchFromProvider } from "./make-report.ts";
import { connect, generate } from "./test-bank.ts";

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the provider's report, broken on purpose
type Json = Record<string, any>;
const GOLDEN = join(import.meta.dirname, "../../../sandbox/plaid/bank-data/golden-asset-report.json");

/** The provider's data: the golden report with one change. */
function broken(change: (report: Json, account: Json) => void): Json {
  const sent = JSON.parse(readFileSync(GOLDEN, "utf8")) as Json;
  const accounts = sent["report"].items.flatMap((item: Json) => item["accounts"]) as Json[];
  change(
    sent["report"],
    accounts.find(({ transactions }) => transactions.length > 5)!,
  ); // it has one
  return sent;
}

const everyAccount = (report: Json, change: (account: Json) => void) => {
  for (const { accounts } of report["items"]) for (const account of accounts) change(account);
};
const everyLine = (report: Json, change: (line: Json, at: number) => void) =>
  everyAccount(report, ({ transactions }) => transactions.forEach(change));

const CASES: readonly (readonly [string, (report: Json, account: Json) => void])[] = [
  ["no bank", (report) => void (report["items"] = [])],
  ["no account", (report) => report["items"].forEach((item: Json) => (item["accounts"] = []))],
  [
    "no lines and no balances",
    (report) =>
      everyAccount(report, (account) => Object.assign(account, { transactions: [], historical_balances: [] })),
  ],
  [
    "no amounts",
    (report) =>
      everyAccount(report, ({ balances }) => Object.assign(balances, { current: null, available: null, limit: null })),
  ],
  ["lines without a day", (report) => everyLine(report, (line) => (line["date"] = ""))],
  [
    "days that do not exist",
    (report) =>
      everyLine(report, (line, at) => (line["date"] = ["2026-02-31", "0000-00-00", "not a day", null][at % 4])),
  ],
  [
    "days at the ends of the calendar",
    (report) => everyLine(report, (line, at) => (line["date"] = ["0001-01-01", "9999-12-31", "1970-01-01"][at % 3])),
  ],
  [
    "balances on days that do not exist",
    (report) =>
      everyAccount(report, ({ historical_balances: days }) =>
        days.forEach((day: Json) => (day["date"] = "2026-13-01")),
      ),
  ],
  [
    "NUL and half characters",
    (report) => {
      everyLine(report, (line) => (line["original_description"] = "PAY\u0000ROLL \ud800 \u202e"));
      everyAccount(report, (account) => (account["name"] = "\u0000"));
    },
  ],
  [
    "huge amounts",
    (report) => {
      everyLine(report, (line, at) => (line["amount"] = [1e300, -1e300, 1e15, -99_999_999_999][at % 4]));
      everyAccount(report, ({ balances }) => Object.assign(balances, { current: 1e20, available: -1e20 }));
    },
  ],
  [
    "amounts at the limit of what is read",
    (report) => everyLine(report, (line, at) => (line["amount"] = at % 2 ? 99_999_999_999 : -99_999_999_999)),
  ],
  [
    "amounts that are texts or missing",
    (report) => everyLine(report, (line, at) => (line["amount"] = ["12", null, {}, undefined][at % 4])),
  ],
  [
    "ids that repeat",
    (report) => {
      everyLine(report, (line) => (line["transaction_id"] = "same"));
      everyAccount(report, (account) => (account["account_id"] = "same"));
      for (const item of report["items"]) item["item_id"] = "same";
    },
  ],
  [
    "lines and accounts that repeat",
    (report, account) => {
      account["transactions"].push(...account["transactions"]);
      report["items"].push(...report["items"]);
    },
  ],
  [
    "unknown types",
    (report) =>
      everyAccount(report, (account) => Object.assign(account, { type: "__proto__", subtype: "constructor" })),
  ],
  [
    "unknown currencies",
    (report) =>
      everyAccount(report, ({ balances }) =>
        Object.assign(balances, { iso_currency_code: null, unofficial_currency_code: "🐚" }),
      ),
  ],
  ["no owners", (report) => everyAccount(report, (account) => (account["owners"] = []))],
  [
    "owners without a name",
    (report) =>
      everyAccount(report, ({ owners }) => owners.forEach((owner: Json) => (owner["names"] = ["", " ", "/", "&"]))),
  ],
  [
    "names that are very long",
    (report) =>
      everyAccount(report, (account) => {
        account["name"] = "n".repeat(20_000);
        account["owners"].forEach((owner: Json) => (owner["names"] = ["A & ".repeat(2_000)]));
      }),
  ],
  ["owners that are missing", (report) => everyAccount(report, (account) => delete account["owners"])],
  ["days requested that make no sense", (report) => void (report["days_requested"] = -7)],
  ["a time that is none", (report) => void (report["date_generated"] = "yesterday")],
  [
    "categories that are none",
    (report) =>
      everyLine(
        report,
        (line, at) => (line["credit_category"] = [null, {}, { primary: "__proto__", detailed: "X" }][at % 3]),
      ),
  ],
  [
    "holdings of nothing",
    (report) => everyAccount(report, (account) => (account["investments"] = { holdings: [{}], securities: [] })),
  ],
  [
    "5,000 lines",
    (_report, account) => {
      const [line] = account["transactions"];
      account["transactions"] = Array.from({ length: 5_000 }, (_one, at) => ({
        ...line,
        ...{ transaction_id: `t${at}`, amount: at % 2 ? 10 + at / 100 : -(10 + at / 100) },
        date: new Date(Date.UTC(2026, 7, 1 + (at % 90))).toISOString().slice(0, 10),
      }));
    },
  ],
];

describe("a report of malformed data", () => {
  let product: TestProduct;
  let lender: Lender;
  let officer: Person;
  let id: string;
  let reportId: string;

  beforeAll(async () => {
    product = await openTestProduct(ONE_ENGINE);
    lender = await aLender(product);
    officer = await lender.as("registered");
    const loan = { ...SMALL_INCOME, monthlyIncome: 900_000 };
    const details = { firstName: "Alberta", lastName: "Charleson", loan };
    ({ id } = await lender.hasBorrower(details));
    await connect(product, officer, id, { username: "user_golden" });
    reportId = (await generate(officer, id)).id;
  });
  afterAll(() => product.close());

  test.each(CASES)("%s: read or refused, and never an error", async (_what, change) => {
    for (const table of ["report_files", "evaluations", "asset_report_contents"])
      await product.asOwner(`delete from ${table} where report_id = $1`, [reportId]);
    await product.asOwner("update asset_reports set state = 'generating', ready_at = null where id = $1", [reportId]);
    await product.asOwner(
      "update borrowers set summary = null, fresh_until = null, usable_cents = null, open_findings = null, latest_report_id = null where id = $1",
      [id],
    );
    const { ctx } = product.product;
    const [row] = await product.asOwner("select provider_report_id as id from asset_reports where id = $1", [reportId]);
    const sent = broken(change);
    sent["report"].asset_report_id = row!["id"];
    const { bankData } = ctx.providers;
    const assets = { ...bankData.assets, fetch: async () => Buffer.from(JSON.stringify(sent)) };
    await fetchFromProvider(
      { ...ctx, providers: { ...ctx.providers, bankData: { ...bankData, assets } } },
      product.database.system.within(lender.organizationId),
      {
        reportId,
      },
    );

    const { report } = (await officer.send(calls.latestAssetReport, { id })).body;
    if (report!.state === "failed") {
      expect(["REPORT_UNREADABLE", "NO_ACCOUNTS"]).toContain(report!.error!.code);
      expect((await officer.send(calls.retrieveAssetReport, { id })).status).toBe(409);
      return;
    }
    expect(report!.state).toBe("ready");
    const { status, body } = await officer.send(calls.retrieveAssetReport, { id });
    expect(status).toBe(200);
    for (const verdict of Object.values(body.verdicts))
      expect(["short", "open", "notEvaluated"]).toContain(verdict?.outcome);
    for (const { usableClosingCents } of [body.funds.fannie, body.funds.freddie, body.funds.fha]) {
      expect(Number.isSafeInteger(usableClosingCents)).toBe(true);
      expect(usableClosingCents).toBeGreaterThanOrEqual(0);
    }
    for (const format of REPORT_FORMATS)
      expect((await officer.send(calls.downloadAssetReport, { id, format })).status, format).toBe(200);
    expect(faultsOf(String((await officer.send(calls.downloadAssetReport, { id, format: "mismo" })).body))).toEqual([]);
    const { body: form } = await officer.send(calls.downloadAssetReport, { id, format: "freddie" });
    expect(findReplyError("/credit/asset_report/freddie_mac/get", 200, form)).toBeNull();
    expect((await officer.send(calls.findOwnBorrower, { id })).status).toBe(200);
  });
});
