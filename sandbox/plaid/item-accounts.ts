// The accounts of a bank login: generated, or those of the golden report.
import { bankAccountsOf } from "./bank-data/bank-accounts.ts";
import { isoDate } from "./bank-data/calendar.ts";
import { customAccountsOf } from "./bank-data/custom-accounts.ts";
import { findInstitution } from "./bank-data/institutions.ts";
import type { Institution } from "./bank-data/institutions.ts";
import { findPersona } from "./bank-data/personas.ts";
import type { Persona } from "./bank-data/personas.ts";
import { GOLDEN_ACCOUNTS } from "./golden.ts";
import type { Item, ItemIdentity } from "./plaid-data.ts";
import { accountId, reportBalances } from "./report-accounts.ts";

/** Plaid's AccountBase. */
export interface AccountBase {
  account_id: string;
  balances: ReturnType<typeof reportBalances>;
  mask: string | null;
  name: string;
  official_name: string | null;
  type: string;
  subtype: string;
}

export function personaOf({ username }: Pick<ItemIdentity, "username">): Persona {
  const persona = findPersona(username);
  if (persona === undefined) throw new Error(`There is no user ${username}`);
  return persona;
}

export function institutionOf({ institutionId }: Pick<ItemIdentity, "institutionId">): Institution {
  const institution = findInstitution(institutionId);
  if (institution === undefined) throw new Error(`There is no institution ${institutionId}`);
  return institution;
}

/** When the bank was last read for this item: now, or the moment that was steered. */
export function readAtOf({ readAt }: Pick<Item, "readAt">, now: Date): Date {
  return readAt === undefined ? now : new Date(readAt);
}

/** The bank's own books of an item. */
export function bankAccountsOfItem(item: ItemIdentity & Pick<Item, "readAt">, now: Date) {
  const { person, linkedOn, custom } = item;
  const day = isoDate(readAtOf(item, now));
  const seed = custom?.seed;
  const logIn = { persona: personaOf(item), person, institution: institutionOf(item), linkedOn };
  const generated = bankAccountsOf({ ...logIn, ...(seed === undefined ? {} : { seed }) }, day);
  if (custom === undefined || custom.accounts.length === 0) return generated;
  return customAccountsOf(custom, { person, linkedOn, day, isOld: item.readAt !== undefined, generated });
}

/** All accounts that the bank offers, chosen by the person or not. */
export function offeredAccounts(item: ItemIdentity & Pick<Item, "readAt">, now: Date): AccountBase[] {
  if (personaOf(item).way === "golden") {
    return GOLDEN_ACCOUNTS.map(({ account_id, balances, mask, name, official_name, type, subtype }) => ({
      account_id,
      balances,
      mask,
      name,
      official_name,
      type,
      subtype,
    }));
  }
  return bankAccountsOfItem(item, now).map((account) => ({
    account_id: accountId(item.itemId, account.key),
    balances: reportBalances(account),
    mask: account.mask,
    name: account.name,
    official_name: account.officialName,
    type: account.type,
    subtype: account.subtype,
  }));
}

/** An account as Link's metadata shows it. */
export function linkAccounts(identity: ItemIdentity, now: Date) {
  return offeredAccounts(identity, now).map(({ account_id, name, mask, type, subtype }) => ({
    id: account_id,
    name,
    mask,
    type,
    subtype,
    verification_status: null,
    class_type: null,
  }));
}
