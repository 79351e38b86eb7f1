import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { AssetReportGetResponse } from "plaid";
import { ParsedReport } from "#features/underwriting/rules/parsed-report.ts";
import { providerCodeOf } from "./errors.ts";
import { readPlaidReport } from "./report.ts";

const golden = readFileSync(join(import.meta.dirname, "../../sandbox/plaid/bank-data/golden-asset-report.json"));
const reported = JSON.parse(golden.toString("utf8")) as AssetReportGetResponse;
const parsedReport = readPlaidReport(golden);
const accounts = parsedReport.items.flatMap((item) => item.accounts);

/** Another report than the golden one. */
function read(change: (reply: AssetReportGetResponse) => void) {
  const reply = structuredClone(reported);
  change(reply);
  return readPlaidReport(Buffer.from(JSON.stringify(reply)));
}

test("the published example reads as a ParsedReport, nothing more and nothing less", () => {
  expect(ParsedReport.parse(parsedReport)).toEqual(parsedReport);
  expect(parsedReport).toMatchObject({
    providerReportId: reported.report.asset_report_id,
    generatedAt: "2026-11-02T14:05:37.000Z",
    daysRequested: 90,
    warnings: [],
  });
});

test("its banks, accounts, owners and balances are there, in cents", () => {
  expect(parsedReport.items.map(({ institutionName }) => institutionName)).toEqual(
    reported.report.items.map(({ institution_name }) => institution_name),
  );
  const [checking] = accounts;
  expect(checking).toMatchObject({
    name: "Plaid Checking",
    mask: "0000",
    type: "depository",
    subtype: "checking",
    currency: "USD",
    currentCents: 1_909_032,
    availableCents: 1_906_714,
    limitCents: null,
    ownershipType: "joint",
  });
  expect(checking!.owners[0]!.names).toEqual(["Alberta Bobbeth Charleson"]);
  expect(checking!.owners[0]!.addresses[0]).toContain("Malakoff, NY, 14236, US");
  expect(accounts).toHaveLength(4);
});

test("no line is lost, and each keeps its sign and its cents", () => {
  const lines = reported.report.items.flatMap((item) => item.accounts.flatMap(({ transactions }) => transactions));
  const read = accounts.flatMap(({ transactions }) => transactions);
  expect(read.length).toBe(lines.length);
  expect(read.map(({ amountCents }) => (amountCents / 100).toFixed(2))).toEqual(
    lines.map(({ amount }) => amount.toFixed(2)),
  );
  expect(read.some(({ amountCents }) => amountCents < 0)).toBe(true);
});

test("amounts that binary numbers cannot represent become exact cents", () => {
  for (const [amount, cents] of [
    [1.15, 115],
    [8.04, 804],
    [19.99, 1_999],
    [4.35, 435],
    [1_234_567.89, 123_456_789],
    [-0.07, -7],
  ] as const) {
    const [account] = read(({ report }) => {
      const { balances, transactions, historical_balances } = report.items[0]!.accounts[0]!;
      balances.current = balances.available = amount;
      transactions[0]!.amount = historical_balances[0]!.current = amount;
    }).items[0]!.accounts;
    const { currentCents, availableCents, transactions, historicalBalances } = account!;
    const found = [currentCents, availableCents, transactions[0]!.amountCents, historicalBalances[0]!.currentCents];
    expect(found).toEqual([cents, cents, cents, cents]);
  }
});

test("data that the bank does not give stays unknown and is never zero", () => {
  const { items } = read(({ report }) => {
    Object.assign(report.items[0]!.accounts[0]!.balances, { current: null, available: null, iso_currency_code: null });
  });
  expect(items[0]!.accounts[0]).toMatchObject({ currentCents: null, availableCents: null, currency: null });
});

test.each([
  [" ", "Plaid Gold Standard 0% Interest Checking"],
  ["", "  "],
])("an account that the bank gave no name has one to be called by", (name, official) => {
  const { items } = read(({ report }) => {
    Object.assign(report.items[0]!.accounts[0]!, { name, official_name: official });
  });
  expect(items[0]!.accounts[0]!.name).toBe(official.trim() || "Unnamed account");
});

test("the report's date is that of the oldest update, in UTC", () => {
  const { asOf } = read(({ report }) => {
    report.items[0]!.date_last_updated = "2026-11-01T23:30:00-05:00";
    for (const item of report.items.slice(1)) item.date_last_updated = "2026-11-05T00:00:00Z";
  });
  expect(asOf).toBe("2026-11-02");
  expect(read(({ report }) => (report.items = [])).asOf).toBe("2026-11-02");
});

test("a warning names its bank and says what is missing", () => {
  const { warnings } = read((reply) => {
    reply.warnings = [
      {
        warning_type: "ASSET_REPORT_WARNING",
        warning_code: "OWNERS_UNAVAILABLE",
        cause: { item_id: "item-1", error_message: "owners could not be read" },
      } as unknown as AssetReportGetResponse["warnings"][number],
    ];
  });
  expect(warnings).toEqual([{ code: "OWNERS_UNAVAILABLE", itemId: "item-1", message: "owners could not be read" }]);
});

test("bytes that are not a report cause an error", () => {
  for (const text of ["", "{}", "<html>", "null"]) {
    const refusal = caught(() => readPlaidReport(Buffer.from(text)));
    expect(providerCodeOf(refusal), text).toBe("REPORT_UNREADABLE");
  }
});

function caught(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

test("characters that no database can store are replaced", () => {
  const [account] = read(({ report }) => {
    const { transactions } = report.items[0]!.accounts[0]!;
    transactions[0]!.original_description = "NUL \u0000 HALF \ud800 WHOLE \u{1F642}";
  }).items[0]!.accounts;
  expect(account!.transactions[0]!.description).toBe("NUL \ufffd HALF \ufffd WHOLE \u{1F642}");
});

test("an unreadable amount or date is left out with a warning, and never becomes a wrong sum", () => {
  const first = reported.report.items[0]!.accounts[0]!;
  const { items, warnings } = read(({ report }) => {
    const { balances, transactions, historical_balances } = report.items[0]!.accounts[0]!;
    balances.current = 1e20;
    transactions[0]!.amount = -1e20;
    transactions[1]!.date = "2026-02-30";
    historical_balances[0]!.date = "yesterday";
  });
  const [account] = items[0]!.accounts;
  expect(account!.currentCents).toBeNull();
  expect(account!.transactions).toHaveLength(first.transactions.length - 2);
  expect(account!.historicalBalances).toHaveLength(first.historical_balances.length - 1);
  expect(warnings).toMatchObject([{ code: "NOT_READABLE", itemId: items[0]!.id }]);
  expect(warnings[0]!.message).toContain("Plaid Checking, ending in 0000, as they cannot be read: 4 figures or lines");
});

const SECURITY = { security_id: "s1", name: "Bitcoin", ticker_symbol: "BTC", type: "cryptocurrency" };
const HOLDING = {
  account_id: "a",
  security_id: "s1",
  ticker_symbol: null,
  institution_value: 12.34,
  quantity: 2,
  iso_currency_code: "CAD",
  unofficial_currency_code: null,
};

/** The first account of another report, with these fields of the provider. */
const accountWith = (fields: object) =>
  read(({ report }) => Object.assign(report.items[0]!.accounts[0]!, fields)).items[0]!.accounts[0]!;
/** Its first transaction. */
const lineWith = (fields: object) =>
  read(({ report }) => Object.assign(report.items[0]!.accounts[0]!.transactions[0]!, fields)).items[0]!.accounts[0]!
    .transactions[0]!;

test("the account's persistent id and its margin loan are read", () => {
  const { balances } = reported.report.items[0]!.accounts[0]!;
  expect(
    accountWith({ persistent_account_id: "p-1", balances: { ...balances, margin_loan_amount: 51_000.01 } }),
  ).toMatchObject({
    persistentId: "p-1",
    marginLoanCents: 5_100_001,
  });
  expect(accountWith({ persistent_account_id: "" })).toMatchObject({ persistentId: null, marginLoanCents: null });
});

test("both parts of a category and the check number are read", () => {
  const credit_category = { primary: "INCOME", detailed: "INCOME_SALARY" };
  expect(lineWith({ credit_category, check_number: "1101" })).toMatchObject({
    categoryPrimary: "INCOME",
    categoryDetailed: "INCOME_SALARY",
    checkNumber: "1101",
  });
  expect(lineWith({ credit_category: null, check_number: null })).toMatchObject({
    categoryPrimary: null,
    categoryDetailed: null,
    checkNumber: null,
  });
});

test("a holding has its security's type and name, and a currency of its own", () => {
  const { holdings } = accountWith({ investments: { holdings: [HOLDING], securities: [SECURITY], transactions: [] } });
  expect(holdings).toEqual([
    {
      name: "Bitcoin",
      ticker: "BTC",
      securityType: "cryptocurrency",
      currency: "CAD",
      quantity: 2,
      valueCents: 1_234,
      vestedValueCents: null,
    },
  ]);
  const vested = accountWith({ investments: { holdings: [{ ...HOLDING, vested_value: 5, security_id: "?" }] } });
  expect(vested.holdings).toMatchObject([{ name: null, securityType: null, vestedValueCents: 500 }]);
});

test("unreadable data is counted per account", () => {
  const { transactions } = reported.report.items[0]!.accounts[0]!;
  const lines = [
    { ...transactions[0], amount: "12" },
    null,
    { ...transactions[1], date: null },
    ...transactions.slice(2),
  ];
  const odd = accountWith({ transactions: lines });
  expect([odd.unreadCount, odd.transactions.length]).toEqual([3, transactions.length - 2]);
  expect(accounts.map(({ unreadCount }) => unreadCount)).toEqual([0, 0, 0, 0]);
});

test("balances are newest first, in whatever order they are sent", () => {
  const { historical_balances } = reported.report.items[0]!.accounts[0]!;
  const turned = accountWith({ historical_balances: [...historical_balances].reverse() });
  expect(turned.historicalBalances).toEqual(accounts[0]!.historicalBalances);
});

test("a blank description is replaced by the provider's name of the transaction", () => {
  expect(lineWith({ original_description: " ", name: "COSTCO" }).description).toBe("COSTCO");
  expect(lineWith({ original_description: null, name: undefined }).description).toBe("");
});

test("marks that change the reading direction are removed from names and transactions", () => {
  const marked = lineWith({ original_description: "ACH \u202eLLORYAP\u202c 12", merchant_name: "\u2067Payroll\u2069" });
  expect(marked).toMatchObject({ description: "ACH LLORYAP 12", merchantName: "Payroll" });
  const { items } = read(({ report }) =>
    Object.assign(report.items[0]!.accounts[0]!.owners[0]!, { names: ["A\u202eB"] }),
  );
  expect(items[0]!.accounts[0]!.owners[0]!.names).toEqual(["AB"]);
});

const MISSING = undefined;

test.each<[string, (reply: AssetReportGetResponse) => void]>([
  ["no items", ({ report }) => Object.assign(report, { items: MISSING })],
  ["no warnings", (reply) => Object.assign(reply, { warnings: null })],
  ["a warning without a cause", (reply) => Object.assign(reply, { warnings: [{ warning_code: 7 }, null, "odd"] })],
  ["an item without accounts", ({ report }) => Object.assign(report.items[0]!, { accounts: MISSING })],
  [
    "an item without ids",
    ({ report }) => Object.assign(report.items[0]!, { item_id: null, institution_id: null, institution_name: null }),
  ],
  ["an account that is null", ({ report }) => Object.assign(report.items[0]!, { accounts: [null] })],
  ["an account without anything", ({ report }) => Object.assign(report.items[0]!, { accounts: [{}] })],
  [
    "an unknown type",
    ({ report }) => Object.assign(report.items[0]!.accounts[0]!, { type: "piggy bank", subtype: 4, mask: 71 }),
  ],
  [
    "an account without lists",
    ({ report }) =>
      Object.assign(report.items[0]!.accounts[0]!, {
        ...{ owners: MISSING, transactions: null, historical_balances: {}, investments: null, days_available: null },
      }),
  ],
  [
    "owners without lists",
    ({ report }) =>
      Object.assign(report.items[0]!.accounts[0]!, {
        owners: [{}, null, { names: [null, "A B"], emails: [{}], addresses: [{}] }],
      }),
  ],
  [
    "holdings without securities",
    ({ report }) =>
      Object.assign(report.items[0]!.accounts[0]!, {
        investments: { holdings: [HOLDING, { ...HOLDING, quantity: null }] },
      }),
  ],
  [
    "lines without ids, twice the same line, huge and odd amounts",
    ({ report }) => {
      const { transactions } = report.items[0]!.accounts[0]!;
      Object.assign(transactions[0]!, { transaction_id: null, pending: "yes" });
      Object.assign(transactions[1]!, { amount: 1e300 });
      Object.assign(transactions[2]!, { credit_category: "INCOME", original_description: 5 });
      transactions.push(transactions[3]!, {} as (typeof transactions)[number]);
    },
  ],
])("odd data still reads as a ParsedReport: %s", (_name, change) => {
  const parsed = read(change);
  expect(ParsedReport.parse(parsed)).toEqual(parsed);
  expect(parsed.providerReportId).toBe(reported.report.asset_report_id);
});

test("no odd value in any place breaks the reading: it is a ParsedReport or refused as unreadable", () => {
  const places: (string | number)[][] = [];
  const visit = (value: unknown, at: (string | number)[]) => {
    if (at.length > 0) places.push(at);
    if (Array.isArray(value)) value.slice(0, 2).forEach((one, index) => visit(one, [...at, index]));
    else if (typeof value === "object" && value !== null)
      for (const [key, one] of Object.entries(value)) visit(one, [...at, key]);
  };
  const small = structuredClone(reported);
  for (const { transactions, historical_balances } of small.report.items.flatMap((item) => item.accounts))
    for (const list of [transactions, historical_balances]) list.splice(2);
  visit(small, []);
  expect(places.length).toBeGreaterThan(200);
  for (const at of places)
    for (const odd of [null, MISSING, "odd", "", -1e300, 0.5, true, [], {}, [null], "\ud800", "275760-09-13"]) {
      const reply = structuredClone(small) as unknown as Record<string, never>;
      const parent = at.slice(0, -1).reduce<Record<string, never>>((one, key) => one[key]!, reply);
      Object.assign(parent, { [at.at(-1)!]: odd });
      const bytes = Buffer.from(JSON.stringify(reply));
      const result = caught(() => readPlaidReport(bytes));
      if (result instanceof Error)
        expect([at.join("."), providerCodeOf(result)]).toEqual([at.join("."), "REPORT_UNREADABLE"]);
      else expect(ParsedReport.safeParse(result).error, `${at.join(".")} = ${JSON.stringify(odd)}`).toBeUndefined();
    }
});

test.each(["never", "", null, "2026-02-30T10:00:00Z", "+275760-09-13T00:00:00Z"])(
  "a bank that was read at %j makes the report unreadable: its data has no age",
  (time) => {
    const refused = (change: (reply: AssetReportGetResponse) => void) => providerCodeOf(caught(() => read(change)));
    expect(refused(({ report }) => Object.assign(report.items[1]!, { date_last_updated: time }))).toBe(
      "REPORT_UNREADABLE",
    );
    expect(refused(({ report }) => Object.assign(report, { date_generated: time }))).toBe("REPORT_UNREADABLE");
  },
);

test("a time without an offset is UTC on any machine", () => {
  const { items } = read(({ report }) => (report.items[0]!.date_last_updated = "2026-11-01T23:30:00"));
  expect(items[0]!.lastUpdatedAt).toBe("2026-11-01T23:30:00.000Z");
});
