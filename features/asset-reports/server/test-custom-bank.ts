import { expect } from "vitest";
import { FIRST_PLATYPUS } from "./test-bank.ts";

// Bank data in the JSON of Plaid's custom sandbox user, in dollars and in days before today.

export const GINGHAM = "ins_109509";

/** The ISO day this many days ago; negative: in the future. */
export function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

export type Line = readonly [ago: number, description: string, dollars: number, more?: object];

/** Money in. */
export const cashIn = (ago: number, description: string, dollars: number, more: object = {}): Line => [
  ago,
  description,
  -dollars,
  more,
];
/** Money out. */
export const cashOut = (ago: number, description: string, dollars: number, more: object = {}): Line => [
  ago,
  description,
  dollars,
  more,
];

export interface CustomAccount {
  readonly type: string;
  readonly subtype: string;
  readonly starting_balance: number;
  readonly [field: string]: unknown;
}

interface Settings {
  readonly mask?: string;
  readonly name?: string;
  /** `false`: without the everyday lines that stop an account from looking new or inactive. */
  readonly everyday?: boolean;
  readonly [field: string]: unknown;
}

export function checking(balance: number, lines: readonly Line[] = [], settings: Settings = {}): CustomAccount {
  return account("depository", "checking", balance, lines, { mask: "4411", ...settings });
}

export function savings(balance: number, lines: readonly Line[] = [], settings: Settings = {}): CustomAccount {
  return account("depository", "savings", balance, lines, { mask: "8810", ...settings });
}

export function account(
  type: string,
  subtype: string,
  balance: number,
  lines: readonly Line[] = [],
  { mask, name = subtype, everyday = type === "depository", ...more }: Settings = {},
): CustomAccount {
  return {
    type,
    subtype,
    starting_balance: balance,
    currency: "USD",
    meta: { name, official_name: name, ...(mask && { mask }) },
    transactions: [...lines, ...(everyday ? everydayLines(subtype, mask) : [])].map(
      ([ago, description, amount, rest]) => ({
        date_transacted: daysAgo(ago),
        date_posted: daysAgo(ago),
        amount,
        description,
        ...rest,
      }),
    ),
    ...more,
  };
}

function everydayLines(subtype: string, mask = "0"): Line[] {
  const own = Number(mask.replaceAll(/\D/g, "")) % 97; // two accounts never look like one
  return subtype === "checking"
    ? [88, 74, 60, 46, 32, 18, 4].map((ago, at) => cashOut(ago, "H-E-B #455 GROCERIES", 40 + own + at))
    : [75, 45, 15].map((ago) => cashIn(ago, "INTEREST PAID", 1 + own / 100));
}

export interface CustomBank {
  readonly institutionId?: string;
  /** Owners of all its accounts; Ada King when absent. */
  readonly names?: readonly string[];
  /** When the bank was last read; now when absent. */
  readonly readAt?: string;
  /** The co-borrower signs in, with their own link. */
  readonly isCoBorrowers?: boolean;
  readonly accounts: readonly CustomAccount[];
}

/** Signs in to the bank dialog for a user. */
export function customLogin({ institutionId = FIRST_PLATYPUS, names = ["ADA KING"], accounts }: CustomBank) {
  const [first, ...others] = accounts;
  const override_accounts = [{ ...first, identity: { names } }, ...others];
  return { institutionId, username: "user_custom", password: JSON.stringify({ override_accounts }) };
}

/** Sets the time at which the item's bank was last read. */
export async function setReadAt(providersUrl: string, item: string, readAt: string): Promise<void> {
  const steered = await fetch(`${providersUrl}/_steer/plaid`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ item, readAt }),
  });
  expect(steered.status, await steered.text()).toBe(200);
}
