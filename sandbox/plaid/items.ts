// Items: a person's connection to one bank; made by Link, read, repaired and removed.
import { isoDate } from "./bank-data/calendar.ts";
import {
  CUSTOM_USERNAME,
  findInstitution,
  findPersona,
  GOOD_PASSWORD,
  type Person,
  personBehind,
} from "./bank-data/personas.ts";
import { errorBody, PlaidFault } from "./errors.ts";
import { institutionOf, offeredAccounts, personaOf } from "./item-accounts.ts";
import { operation, type Operation, type PlaidDeps } from "./operation.ts";
import { type Item, type ItemIdentity, newId, newToken, type PlaidData } from "./plaid-data.ts";
import { readCustomUser } from "./custom-user.ts";

const PUBLIC_TOKEN_LIFE_MS = 30 * 60_000;
const WEEK_MS = 7 * 24 * 60 * 60_000;

/** Stores the connection that a sign-in and a choice of accounts created. */
export function addItem(
  { config, memory }: PlaidDeps,
  identity: ItemIdentity,
  made: Pick<Item, "accountIds" | "webhook" | "products" | "userId">,
): Item {
  const now = config.now().toISOString();
  const item: Item = {
    ...identity,
    ...made,
    accessToken: newToken("access"),
    needsLogIn: false,
    breaksAtReport: personaOf(identity).fault === "login required",
    createdAt: now,
    updatedAt: now,
    removedAt: null,
    lastWebhook: null,
  };
  memory.data.items[item.itemId] = item;
  memory.changed();
  return item;
}

/** Who logged in where, before any account was chosen. */
export function newIdentity(
  { config }: PlaidDeps,
  who: Pick<ItemIdentity, "username" | "person" | "institutionId" | "custom">,
): ItemIdentity {
  return { ...who, itemId: newId(), linkedOn: isoDate(config.now()) };
}

export function givePublicToken({ config, memory }: PlaidDeps, itemId: string): string {
  const token = newToken("public");
  const expiration = new Date(config.now().getTime() + PUBLIC_TOKEN_LIFE_MS).toISOString();
  memory.data.publicTokens[token] = { token, itemId, expiration, usedAt: null };
  memory.changed();
  return token;
}

/** Throws INVALID_ACCESS_TOKEN or, for a removed item, ITEM_NOT_FOUND. */
export function findItem(data: PlaidData, accessToken: string): Item {
  const item = Object.values(data.items).find((candidate) => candidate.accessToken === accessToken);
  if (item === undefined) throw new PlaidFault("INVALID_ACCESS_TOKEN");
  if (item.removedAt !== null) throw new PlaidFault("ITEM_NOT_FOUND");
  return item;
}

/** Sends an ITEM webhook to the item's address. */
export function sendItemWebhook(
  { config, memory, webhooks }: PlaidDeps,
  item: Item,
  code: string,
  more: Record<string, unknown> = {},
): void {
  webhooks.send(item.webhook, { webhook_type: "ITEM", webhook_code: code, item_id: item.itemId, ...more });
  if (item.webhook !== null) item.lastWebhook = { sentAt: config.now().toISOString(), code };
  memory.changed();
}

/** The bank no longer accepts the login, so reports fail until Link repairs the item. */
export function breakLogIn(deps: PlaidDeps, item: Item): void {
  item.needsLogIn = true;
  sendItemWebhook(deps, item, "ERROR", { error: { ...errorBody("ITEM_LOGIN_REQUIRED"), status: 400 } });
}

/** Access ends in a week, by the bank or because consent expires (which Plaid reports for European banks only). */
export function tellOfEnd(deps: PlaidDeps, item: Item, code: "PENDING_DISCONNECT" | "PENDING_EXPIRATION"): void {
  const end = new Date(deps.config.now().getTime() + WEEK_MS).toISOString();
  const more =
    code === "PENDING_EXPIRATION"
      ? { consent_expiration_time: end }
      : { reason: "INSTITUTION_TOKEN_EXPIRATION", disconnect_time: end };
  sendItemWebhook(deps, item, code, more);
}

export function repairLogIn(deps: PlaidDeps, item: Item): void {
  const wasBroken = item.needsLogIn;
  item.needsLogIn = false;
  delete item.readAt;
  item.updatedAt = deps.config.now().toISOString();
  if (wasBroken) sendItemWebhook(deps, item, "LOGIN_REPAIRED");
  deps.memory.changed();
}

export const ITEM_OPERATIONS: readonly Operation[] = [
  operation<{ public_token: string }>("/item/public_token/exchange", ({ config, memory }, { public_token }) => {
    const known = memory.data.publicTokens[public_token];
    if (known === undefined) throw new PlaidFault("INVALID_PUBLIC_TOKEN");
    if (known.usedAt !== null) throw new PlaidFault("INVALID_PUBLIC_TOKEN", "it was exchanged before");
    if (new Date(known.expiration) <= config.now()) throw new PlaidFault("INVALID_PUBLIC_TOKEN", "it has expired");
    const item = memory.data.items[known.itemId];
    if (item === undefined || item.removedAt !== null) throw new PlaidFault("INVALID_PUBLIC_TOKEN");
    known.usedAt = config.now().toISOString();
    memory.changed();
    return { access_token: item.accessToken, item_id: item.itemId };
  }),
  operation<{ access_token: string }>("/item/get", ({ memory }, { access_token }) => {
    const item = findItem(memory.data, access_token);
    return {
      item: { ...showItem(item), created_at: item.createdAt, consented_use_cases: [], consented_data_scopes: [] },
      status: {
        investments: null,
        transactions: { last_successful_update: item.updatedAt, last_failed_update: null },
        last_webhook:
          item.lastWebhook === null ? null : { sent_at: item.lastWebhook.sentAt, code_sent: item.lastWebhook.code },
      },
    };
  }),
  operation<{ access_token: string }>("/item/remove", ({ config, memory }, { access_token }) => {
    findItem(memory.data, access_token).removedAt = config.now().toISOString();
    memory.changed();
    return {};
  }),
  operation<{ access_token: string; options?: { account_ids?: string[] } }>(
    "/accounts/get",
    ({ config, memory }, { access_token, options }) => {
      const item = findItem(memory.data, access_token);
      if (item.needsLogIn) throw new PlaidFault("ITEM_LOGIN_REQUIRED");
      const wanted = options?.account_ids ?? item.accountIds;
      if (!wanted.every((id) => item.accountIds.includes(id))) throw new PlaidFault("INVALID_ACCOUNT_ID");
      const accounts = offeredAccounts(item, config.now()).filter(({ account_id }) => wanted.includes(account_id));
      return { accounts, item: showItem(item) };
    },
  ),
  operation<{ institution_id: string; country_codes: string[] }>(
    "/institutions/get_by_id",
    (_deps, { institution_id, country_codes }) => {
      const institution = findInstitution(institution_id);
      if (institution === undefined || !country_codes.includes("US")) throw new PlaidFault("INVALID_INSTITUTION");
      return {
        institution: {
          institution_id,
          name: institution.name,
          products: ["assets", "auth", "balance", "identity", "investments", "transactions"],
          country_codes: ["US"],
          url: institution.url,
          primary_color: "#1b5e43",
          logo: null,
          routing_numbers: [institution.routingNumber],
          dtc_numbers: [],
          oauth: false,
          status: null,
        },
      };
    },
  ),
];

function showItem(item: Item) {
  return {
    item_id: item.itemId,
    institution_id: item.institutionId,
    institution_name: institutionOf(item).name,
    webhook: item.webhook,
    auth_method: null,
    error: item.needsLogIn ? errorBody("ITEM_LOGIN_REQUIRED") : null,
    available_products: ["balance", "identity", "investments", "transactions"],
    billed_products: item.products,
    products: item.products,
    consented_products: item.products,
    consent_expiration_time: null,
    update_type: "background",
  };
}

/** Who logs in with a username and a password; `named` is the person in the link token. */
export function checkCredentials(
  username: string,
  password: string,
  named: Partial<Person>,
): Pick<ItemIdentity, "username" | "person" | "custom"> {
  if (password === "error_ITEM_LOCKED") throw new PlaidFault("ITEM_LOCKED");
  if (username === CUSTOM_USERNAME) return customLogIn(password, named);
  const persona = findPersona(username);
  if (persona === undefined || password !== GOOD_PASSWORD) throw new PlaidFault("INVALID_CREDENTIALS");
  if (persona.fault === "institution down") throw new PlaidFault("INSTITUTION_DOWN");
  return { username, person: personBehind(persona, named) };
}

function customLogIn(password: string, named: Partial<Person>) {
  const custom = readCustomUser(password);
  const [fullName] = custom.identity.names ?? [];
  const who = fullName === undefined ? named : { ...named, fullName };
  // A seed equal to the name of another bank login generates the accounts of that login.
  const like = custom.accounts.length > 0 ? undefined : findPersona(custom.seed);
  if (like !== undefined) return { username: like.username, person: personBehind(like, who) };
  return { username: CUSTOM_USERNAME, person: personBehind({ owner: null }, who), custom };
}
