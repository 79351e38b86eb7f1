import { expect, test } from "vitest";
import { aBank } from "./test-plaid.ts";
import type { TestBank } from "./test-plaid.ts";

const NOW = "2026-06-15T14:30:00Z";
const OWNER = { names: ["Ada King"], emails: [{ data: "ada@example.com", primary: true, type: "primary" }] };

function line(date_posted: string, amount: number, description: string, date_transacted = date_posted) {
  return { date_transacted, date_posted, amount, description, currency: "USD" };
}

const CHECKING = {
  type: "depository",
  subtype: "checking",
  starting_balance: 1000.1,
  currency: "USD",
  meta: { name: "Everyday", official_name: "Everyday Checking", mask: "4411" },
  identity: OWNER,
  transactions: [
    line("2026-06-15", -250.05, "ZELLE FROM MAX REED"),
    line("2026-06-10", 100.2, "CHECK 1042", "2026-06-08"),
    line("2026-05-01", -900, "ACME DES:PAYROLL"),
    line("2026-06-18", 40, "PENDING GROCERIES", "2026-06-14"),
  ],
};

function aBankOn(moment = NOW): Promise<TestBank> {
  return aBank({ now: () => new Date(moment) });
}

function connect(bank: TestBank, configuration: unknown) {
  const override_password = typeof configuration === "string" ? configuration : JSON.stringify(configuration);
  return bank.connect("user_custom", { override_password });
}

async function reportOf(bank: TestBank, configuration: unknown) {
  const { access_token } = await connect(bank, configuration);
  const { reply } = await bank.report([access_token]);
  return reply.body.report.items[0];
}

test("a custom user has exactly the accounts, owner and transactions of the configuration", async () => {
  const bank = await aBankOn();
  const { accounts, date_last_updated } = await reportOf(bank, { override_accounts: [CHECKING] });
  expect(date_last_updated).toBe(NOW);
  expect(accounts).toHaveLength(1);
  const [account] = accounts;
  expect(account).toMatchObject({
    name: "Everyday",
    official_name: "Everyday Checking",
    mask: "4411",
    subtype: "checking",
    balances: { current: 1000.1, available: 960.1, iso_currency_code: "USD" },
    owners: [{ names: ["Ada King"], emails: [{ data: "ada@example.com" }] }],
  });
  const shown = account.transactions.map((one: Record<string, unknown>) => [
    one["date"],
    one["amount"],
    one["original_description"],
    one["pending"],
    one["check_number"],
  ]);
  expect(shown).toEqual([
    ["2026-06-15", -250.05, "ZELLE FROM MAX REED", false, null],
    ["2026-06-14", 40, "PENDING GROCERIES", true, null],
    ["2026-06-10", 100.2, "CHECK 1042", false, "1042"],
    ["2026-05-01", -900, "ACME DES:PAYROLL", false, null],
  ]);
});

test("past balances are those at the end of each day, back from the current balance", async () => {
  const [account] = (await reportOf(await aBankOn(), { override_accounts: [CHECKING] })).accounts;
  const on = Object.fromEntries(
    account.historical_balances.map(({ date, current }: { date: string; current: number }) => [date, current]),
  );
  expect(account.historical_balances).toHaveLength(90);
  expect(account.historical_balances[0].date).toBe("2026-06-14");
  expect(on).toMatchObject({
    "2026-06-14": 750.05,
    "2026-06-10": 750.05,
    "2026-06-09": 850.25,
    "2026-05-01": 850.25,
    "2026-04-30": -49.75,
  });
  // Plaid: the time since the earliest transaction, not the days of balances.
  expect(account.days_available).toBe(45);
});

test("the same configuration gives the same data, generated data too", async () => {
  const generated = { seed: "spring", override_accounts: [{ type: "depository", subtype: "savings" }] };
  const [one, other] = await Promise.all([aBankOn(), aBankOn()]);
  const lines = async (bank: TestBank, configuration: object) =>
    (await reportOf(bank, configuration)).accounts.map((account: Record<string, unknown>) => [
      account["name"],
      account["balances"],
      (account["transactions"] as { amount: number; date: string }[]).map(({ amount, date }) => [amount, date]),
    ]);
  const first = await lines(one, generated);
  expect(first[0][2].length).toBeGreaterThan(0);
  expect(await lines(other, generated)).toEqual(first);
  expect(await lines(one, { ...generated, seed: "fall" })).not.toEqual(first);
  expect((await lines(one, {})).length).toBeGreaterThan(1);
});

test("transactions post and balances move as days pass", async () => {
  let now = NOW;
  const bank = await aBank({ now: () => new Date(now) });
  const { access_token } = await connect(bank, { override_accounts: [CHECKING] });
  now = "2026-06-20T09:00:00Z";
  const { reply } = await bank.report([access_token]);
  const [account] = reply.body.report.items[0].accounts;
  expect(account.balances).toMatchObject({ current: 960.1, available: 960.1 });
  expect(account.transactions[0]).toMatchObject({ date: "2026-06-18", date_transacted: "2026-06-14", pending: false });
});

test("available is the current balance less pending payments plus pending deposits", async () => {
  const transactions = [
    line("2026-06-18", -300, "MOBILE DEPOSIT", "2026-06-14"),
    line("2026-06-18", 40, "PENDING GROCERIES", "2026-06-14"),
  ];
  const [account] = (await reportOf(await aBankOn(), { override_accounts: [{ ...CHECKING, transactions }] })).accounts;
  expect(account.balances).toMatchObject({ current: 1000.1, available: 1260.1 });
});

test("securities, vesting, margin, a limit and other currencies are reported", async () => {
  const { accounts } = await reportOf(await aBankOn(), {
    override_accounts: [
      {
        type: "investment",
        subtype: "brokerage",
        identity: OWNER,
        x_margin_loan_amount: 600,
        holdings: [
          { institution_price: 10.5, quantity: 100, security: { ticker_symbol: "ACME", currency: "USD" } },
          { institution_price: 20, quantity: 1.5, security: { ticker_symbol: "CUR:BTC", currency: "USD" } },
        ],
      },
      {
        type: "investment",
        subtype: "401k",
        starting_balance: 100,
        holdings: [
          {
            institution_price: 1,
            quantity: 100,
            x_vested_value: 40,
            security: { cusip: "922908769", currency: "USD" },
          },
        ],
      },
      {
        type: "credit",
        subtype: "credit card",
        starting_balance: 410,
        meta: { limit: 2000, mask: "" },
        transactions: [],
      },
      {
        type: "depository",
        subtype: "savings",
        starting_balance: 5,
        currency: "CAD",
        has_null_available_balance: true,
      },
      {
        type: "depository",
        subtype: "cd",
        starting_balance: 5000,
        force_available_balance: 0,
        numbers: { account: "1111222233330777" },
      },
    ],
  });
  expect(accounts[0]).toMatchObject({
    balances: { current: 1080, available: null, margin_loan_amount: 600 },
    investments: { securities: [{ type: "equity" }, { type: "cryptocurrency" }] },
    owners: [{ names: ["Ada King"] }],
    mask: "0000",
  });
  expect(accounts[1].investments.holdings[0]).toMatchObject({ institution_value: 100, vested_value: 40 });
  expect(accounts[1].owners[0].names).toEqual(["Ada King"]);
  expect(accounts[2]).toMatchObject({ mask: null, balances: { current: 410, limit: 2000, available: 1590 } });
  expect(accounts[3].balances).toMatchObject({ iso_currency_code: "CAD", current: 5, available: null });
  expect(accounts[4]).toMatchObject({ mask: "0777", days_available: expect.any(Number), balances: { available: 0 } });
});

test.each<[string, unknown, string]>([
  ["what is not JSON", "{oops", "not JSON"],
  ["the usual password", "pass_good", "not JSON"],
  ["a list", [], "object"],
  ["a field that Plaid does not have", { accounts: [] }, "accounts"],
  ["a type that does not exist", { override_accounts: [{ type: "bank", subtype: "checking" }] }, "type"],
  ["a subtype that does not exist", { override_accounts: [{ type: "depository", subtype: "vault" }] }, "vault"],
  ["a subtype of another type", { override_accounts: [{ type: "depository", subtype: "401k" }] }, "401k"],
  ["an account without a subtype", { override_accounts: [{ type: "depository" }] }, "subtype"],
  [
    "a date that does not exist",
    { override_accounts: [{ ...CHECKING, transactions: [line("2026-02-30", 1, "X")] }] },
    "date",
  ],
  ["an amount in words", { override_accounts: [{ ...CHECKING, starting_balance: "1000" }] }, "starting_balance"],
  ["a mask of five", { override_accounts: [{ ...CHECKING, meta: { mask: "12345" } }] }, "mask"],
  ["eleven accounts", { override_accounts: Array.from({ length: 11 }, () => CHECKING) }, "override_accounts"],
  [
    "251 transactions",
    {
      override_accounts: [{ ...CHECKING, transactions: Array.from({ length: 251 }, () => line("2026-06-01", 1, "X")) }],
    },
    "250",
  ],
  [
    "over 55,000 bytes",
    {
      override_accounts: [
        { ...CHECKING, transactions: Array.from({ length: 100 }, () => line("2026-06-01", 1, "X".repeat(600))) },
      ],
    },
    "55000",
  ],
  ["MFA, which this sandbox does not play", { mfa: { type: "device" } }, "mfa"],
])("%s is refused with INVALID_CREDENTIALS, and why", async (_what, configuration, why) => {
  const bank = await aBankOn();
  const override_password = typeof configuration === "string" ? configuration : JSON.stringify(configuration);
  const refused = await bank.call("/sandbox/public_token/create", {
    institution_id: "ins_109508",
    initial_products: ["assets"],
    options: { override_username: "user_custom", override_password },
  });
  expect(refused).toMatchObject({
    status: 400,
    body: {
      error_type: "ITEM_ERROR",
      error_code: "INVALID_CREDENTIALS",
      error_message: expect.stringContaining(why),
      display_message: "The provided credentials were not correct. Please try again.",
    },
  });
});

test("Plaid's own template, null in every field, is taken as empty", async () => {
  const nothing = {
    version: null,
    seed: null,
    override_accounts: [{ type: null, meta: { name: null } }],
    mfa: { type: null },
  };
  expect((await reportOf(await aBankOn(), nothing)).accounts.length).toBeGreaterThan(1);
});

test("the Link dialog takes the configuration as the password", async () => {
  const bank = await aBankOn();
  const started = await bank.step("start", { link_token: await bank.linkToken() });
  const { link_session_id } = started.body;
  const logIn = (configuration: object | string) =>
    bank.step("login", {
      link_session_id,
      institution_id: "ins_109508",
      username: "user_custom",
      password: typeof configuration === "string" ? configuration : JSON.stringify(configuration),
    });
  expect(await logIn("{")).toMatchObject({ status: 400, body: { error_code: "INVALID_CREDENTIALS" } });
  const { identity: _identity, ...anyone } = CHECKING;
  const { body } = await logIn({ override_accounts: [anyone] });
  expect(body.accounts).toMatchObject([{ name: "Everyday", mask: "4411", subtype: "checking" }]);
  const shared = await bank.step("share", { link_session_id, account_ids: [body.accounts[0].id] });
  const { access_token } = (await bank.call("/item/public_token/exchange", { public_token: shared.body.public_token }))
    .body;
  const { reply } = await bank.report([access_token]);
  // Without an identity the accounts belong to whom the link token names.
  expect(reply.body.report.items[0].accounts[0].owners[0].names).toEqual(["Maria Silva"]);
});

test("an item that was last read on an earlier day shows what the bank knew then, until it is read again", async () => {
  const bank = await aBankOn();
  const { access_token, item_id } = await connect(bank, { override_accounts: [CHECKING] });
  const steer = (order: object, path = "plaid") =>
    fetch(`${bank.sandbox.providersUrl}/_steer/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(order),
    });
  expect((await steer({ item: item_id, readAt: "2026-06-09T22:10:00Z" })).status).toBe(200);
  const old = (await bank.report([access_token])).reply.body.report.items[0];
  expect(old.date_last_updated).toBe("2026-06-09T22:10:00Z");
  expect(old.accounts[0]).toMatchObject({ days_available: 39, balances: { current: 850.25, available: 750.05 } });
  expect(old.accounts[0].historical_balances[0]).toMatchObject({ date: "2026-06-08", current: 850.25 });
  expect(old.accounts[0].transactions).toMatchObject([
    { original_description: "CHECK 1042", pending: true, date: "2026-06-08" },
    { original_description: "ACME DES:PAYROLL", pending: false },
  ]);
  for (const order of [
    { item: "none", readAt: NOW },
    { item: item_id, readAt: "soon" },
    { item: item_id, readAt: "2027-01-01" },
  ])
    expect((await steer(order)).status).toBe(400);
  await steer({}, "reset");
  const fresh = (await bank.report([access_token])).reply.body.report.items[0];
  expect(fresh).toMatchObject({ date_last_updated: NOW, accounts: [{ balances: { current: 1000.1 } }] });
});
