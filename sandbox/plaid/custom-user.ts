import { Ajv } from "ajv";
import { isoDate } from "./bank-data/calendar.ts";
import { PlaidFault } from "./errors.ts";

// Plaid's custom sandbox user: https://plaid.com/docs/sandbox/user-custom. Fields that begin with `x_` are ours, for what
// Plaid's configuration cannot say.

export interface CustomTransaction {
  date_transacted: string;
  date_posted: string;
  /** Positive is money out, negative is money in, as everywhere at Plaid. */
  amount: number;
  description: string;
  currency?: string;
  /** Ours: Plaid derives the category from the description. */
  x_credit_category?: { primary: string; detailed: string };
}

export interface CustomSecurity {
  isin?: string;
  cusip?: string;
  name?: string;
  ticker_symbol?: string;
  currency: string;
}

export interface CustomHolding {
  institution_price: number;
  institution_price_as_of?: string;
  cost_basis?: number;
  quantity: number;
  currency?: string;
  security: CustomSecurity;
  /** Ours: Plaid's custom holdings have no vesting. */
  x_vested_value?: number;
}

export interface CustomIdentity {
  names?: string[];
  phone_numbers?: { data: string; primary?: boolean; type?: string }[];
  emails?: { data: string; primary?: boolean; type?: string }[];
  addresses?: { data: Record<string, string>; primary?: boolean }[];
}

export interface CustomAccount {
  type: "depository" | "credit" | "loan" | "investment" | "other";
  subtype: string;
  starting_balance?: number;
  force_available_balance?: number;
  has_null_available_balance?: boolean;
  currency?: string;
  meta?: { name?: string; official_name?: string; limit?: number; mask?: string };
  numbers?: { account?: string };
  /** Absent: generated from the seed. */
  transactions?: CustomTransaction[];
  holdings?: CustomHolding[];
  identity?: CustomIdentity;
  /** Ours: the amount borrowed against the securities. */
  x_margin_loan_amount?: number;
}

export interface CustomUser {
  seed: string;
  /** Empty: accounts are generated. */
  accounts: CustomAccount[];
  /** Of the first account that has one: all accounts of an item share it. */
  identity: CustomIdentity;
}

/** The documentation says "approximately 55kb, or approximately 250 transactions" and ten accounts. */
const MAX_BYTES = 55_000;
const MAX_TRANSACTIONS = 250;
const MAX_ACCOUNTS = 10;

const SUBTYPES: Record<CustomAccount["type"], readonly string[]> = {
  depository: [
    ...["checking", "savings", "hsa", "cd", "money market", "paypal", "prepaid", "cash management", "ebt"],
    ...["limited purpose checking", "payroll"],
  ],
  credit: ["credit card", "paypal"],
  loan: [
    ...["auto", "business", "commercial", "construction", "consumer", "home equity", "loan", "mortgage"],
    ...["line of credit", "student", "overdraft", "other"],
  ],
  investment: [
    ...["529", "401a", "401k", "403B", "457b", "brokerage", "cash isa", "crypto exchange", "fhsa", "fixed annuity"],
    ...["education savings account", "gic", "health reimbursement arrangement", "hsa", "ira", "isa", "keogh", "lif"],
    ...["life insurance", "lira", "lrif", "lrsp", "mutual fund", "non-custodial wallet", "other", "other annuity"],
    ...["non-taxable brokerage account", "other insurance", "pension", "prif", "profit sharing plan", "qshr", "rdsp"],
    ...["resp", "retirement", "rlif", "roth", "roth 401k", "roth 403B", "roth 457b", "roth pension", "rrif", "rrsp"],
    ...[
      "roth profit sharing plan",
      "roth thrift savings plan",
      "sarsep",
      "sep ira",
      "simple ira",
      "sipp",
      "stock plan",
    ],
    ...["tfsa", "thrift savings plan", "trust", "ugma", "utma", "variable annuity"],
  ],
  other: ["other"],
};

const text = { type: "string", maxLength: 1000 };
const amount = { type: "number", minimum: -1e11, maximum: 1e11 };
const day = { type: "string", format: "day" };
const isPrimary = { type: "boolean" };

function fields(properties: object, ...required: string[]) {
  return { type: "object", properties, required, additionalProperties: false };
}

function listOf(items: object) {
  return { type: "array", items };
}

const security = {
  ...fields({ isin: text, cusip: text, name: text, ticker_symbol: text, currency: text }, "currency"),
  anyOf: ["ticker_symbol", "cusip", "isin"].map((identifier) => ({ required: [identifier] })),
};

const identity = fields({
  names: listOf(text),
  phone_numbers: listOf(
    fields(
      { data: text, primary: isPrimary, type: { enum: ["home", "work", "office", "mobile", "mobile1", "other"] } },
      "data",
    ),
  ),
  emails: listOf(fields({ data: text, primary: isPrimary, type: { enum: ["primary", "secondary", "other"] } }, "data")),
  addresses: listOf(
    fields(
      {
        data: fields({ city: text, region: text, street: text, postal_code: text, country: text }),
        primary: isPrimary,
      },
      "data",
    ),
  ),
});

const account = {
  ...fields({
    type: { enum: Object.keys(SUBTYPES) },
    subtype: text,
    starting_balance: amount,
    force_available_balance: amount,
    has_null_available_balance: { type: "boolean" },
    currency: { type: "string", pattern: "^[A-Z]{3}$" },
    meta: fields({
      name: text,
      official_name: text,
      limit: amount,
      mask: { type: "string", pattern: "^$|^[A-Za-z0-9]{2,4}$" },
    }),
    // Nothing but the account number shows in an asset report, and that only as the mask.
    numbers: { type: "object", properties: { account: text } },
    transactions: listOf(
      fields(
        {
          date_transacted: day,
          date_posted: day,
          amount,
          description: text,
          currency: text,
          x_credit_category: fields({ primary: text, detailed: text }, "primary", "detailed"),
        },
        ...["date_transacted", "date_posted", "amount", "description"],
      ),
    ),
    holdings: listOf(
      fields(
        {
          institution_price: amount,
          institution_price_as_of: day,
          cost_basis: amount,
          quantity: amount,
          currency: text,
          security,
          x_vested_value: amount,
        },
        ...["institution_price", "quantity", "security"],
      ),
    ),
    // Of the Investments and Liabilities products; an asset report shows neither.
    investment_transactions: { type: "array" },
    liability: { type: "object" },
    inflow_model: fields({ type: { const: "none" } }),
    identity,
    x_margin_loan_amount: amount,
  }),
  dependentRequired: { type: ["subtype"], subtype: ["type"] },
};

const check = new Ajv({
  strict: false,
  formats: { day: (written: string) => !Number.isNaN(Date.parse(written)) && isoDate(new Date(written)) === written },
}).compile(
  fields({
    version: { enum: ["1", "2", 1, 2] },
    seed: text,
    override_accounts: { ...listOf(account), maxItems: MAX_ACCOUNTS },
  }),
);

/** Plaid refuses what it cannot use with INVALID_CREDENTIALS; saying why is ours. */
export function readCustomUser(password: string): CustomUser {
  if (Buffer.byteLength(password) > MAX_BYTES) throw refused(`it is over ${MAX_BYTES.toString()} bytes`);
  const configuration = parse(password);
  if (!check(configuration)) {
    const [error] = check.errors ?? [];
    const extra = (error?.params["additionalProperty"] as string | undefined) ?? "";
    throw refused(`${error?.instancePath.slice(1).replaceAll("/", ".") ?? ""} ${error?.message ?? ""} ${extra}`.trim());
  }
  const { seed, override_accounts = [] } = configuration as {
    seed?: string;
    override_accounts?: (Partial<CustomAccount> & { identity?: CustomIdentity })[];
  };
  const accounts = override_accounts.filter((each): each is CustomAccount => each.type !== undefined);
  // One that says whose the accounts are and nothing else leaves all of them to be generated.
  if (accounts.length > 0 && accounts.length < override_accounts.length)
    throw refused("each of override_accounts must have a type");
  accounts.forEach(checkAccount);
  const lines = accounts.reduce((sum, { transactions = [] }) => sum + transactions.length, 0);
  if (lines > MAX_TRANSACTIONS) throw refused(`it has over ${MAX_TRANSACTIONS.toString()} transactions`);
  return {
    // The real sandbox generates other data each time; ours never changes for the same configuration.
    seed: seed ?? password,
    accounts,
    identity: override_accounts.find((each) => each.identity?.names !== undefined)?.identity ?? {},
  };
}

function checkAccount({ type, subtype, ...rest }: CustomAccount, index: number): void {
  const where = `override_accounts.${index.toString()}`;
  if (!SUBTYPES[type].includes(subtype)) throw refused(`${where}.subtype: no ${type} account is ${subtype}`);
  if (rest.force_available_balance !== undefined && rest.has_null_available_balance !== undefined)
    throw refused(`${where}: force_available_balance and has_null_available_balance exclude each other`);
}

/** Plaid's own template has every field, null where nothing is set. */
function parse(password: string): unknown {
  try {
    return (
      (JSON.parse(password, (_key, value: unknown) => {
        if (Array.isArray(value)) return value.filter((each) => each !== undefined && each !== null);
        return value === null || (typeof value === "object" && Object.keys(value).length === 0) ? undefined : value;
      }) as unknown) ?? {}
    );
  } catch {
    throw refused("it is not JSON");
  }
}

function refused(why: string): PlaidFault {
  return new PlaidFault("INVALID_CREDENTIALS", `the custom user's configuration is refused, ${why}`);
}
