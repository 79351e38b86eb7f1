// Link tokens: what the product asks the dialog to do, and what came of it.
import { findInstitution } from "./bank-data/personas.ts";
import { CRA_PRODUCT, findReportable } from "./consumer-report.ts";
import { PlaidFault } from "./errors.ts";
import { institutionOf, linkAccounts } from "./item-accounts.ts";
import { findItem } from "./items.ts";
import { operation, type Operation, type PlaidDeps } from "./operation.ts";
import { type LinkSession, type LinkToken, newToken, type PlaidData, prune } from "./plaid-data.ts";

const LIFE_MS = 4 * 60 * 60_000;
const UPDATE_LIFE_MS = 30 * 60_000;

interface LinkTokenCreate {
  client_name: string;
  language: string;
  country_codes: string[];
  user?: {
    legal_name?: string;
    name?: { given_name: string; family_name: string };
    email_address?: string;
    phone_number?: string;
  };
  user_id?: string;
  user_token?: string;
  products?: string[] | null;
  consumer_report_permissible_purpose?: string;
  cra_options?: { days_requested: number };
  webhook?: string;
  access_token?: string | null;
  redirect_uri?: string;
  institution_id?: string;
  account_filters?: Record<string, unknown>;
  update?: { account_selection_enabled?: boolean };
}

export const LINK_OPERATIONS: readonly Operation[] = [
  operation<LinkTokenCreate>("/link/token/create", (deps, body) => {
    const { token, expiration } = createLinkToken(deps, body);
    return { link_token: token, expiration };
  }),
  operation<{ link_token: string }>("/link/token/get", ({ memory, config }, { link_token }) => {
    const known = memory.data.linkTokens[link_token];
    if (known === undefined) throw new PlaidFault("INVALID_LINK_TOKEN");
    const sessions = Object.values(memory.data.sessions).filter((session) => session.linkToken === link_token);
    return {
      link_token,
      created_at: known.createdAt,
      expiration: known.expiration,
      link_sessions: sessions.map((session) => showSession(config.now(), session)),
      metadata: {
        initial_products: known.products,
        webhook: known.webhook,
        country_codes: known.countryCodes,
        language: known.language,
        redirect_uri: known.redirectUri,
        client_name: known.clientName,
      },
    };
  }),
];

function createLinkToken({ config, memory }: PlaidDeps, body: LinkTokenCreate): LinkToken {
  const accessToken = body.access_token ?? null;
  if (body.user === undefined && body.user_id === undefined && body.user_token === undefined) {
    throw new PlaidFault("MISSING_FIELDS", "user");
  }
  const products = body.products ?? [];
  if (accessToken === null && products.length === 0) throw new PlaidFault("MISSING_FIELDS", "products");
  if (body.institution_id !== undefined && findInstitution(body.institution_id) === undefined) {
    throw new PlaidFault("INVALID_INSTITUTION");
  }
  const isConsumerReport = products.includes(CRA_PRODUCT);
  if (isConsumerReport) refuseWithoutPurpose(memory.data, body);
  const item = accessToken === null ? null : findItem(memory.data, accessToken);
  const now = config.now().getTime();
  const link: LinkToken = {
    token: newToken("link"),
    createdAt: new Date(now).toISOString(),
    expiration: new Date(now + (item === null ? LIFE_MS : UPDATE_LIFE_MS)).toISOString(),
    clientName: body.client_name,
    language: body.language,
    countryCodes: body.country_codes,
    products,
    webhook: body.webhook ?? null,
    redirectUri: body.redirect_uri ?? null,
    accountTypes: body.account_filters === undefined ? null : Object.keys(body.account_filters),
    institutionId: item?.institutionId ?? body.institution_id ?? null,
    user: namedUser(body.user),
    userId: isConsumerReport ? (body.user_id ?? null) : null,
    daysRequested: body.cra_options?.days_requested ?? 0,
    updates:
      item === null ? null : { itemId: item.itemId, selectAccounts: body.update?.account_selection_enabled ?? false },
  };
  memory.data.linkTokens[link.token] = link;
  prune(memory.data);
  memory.changed();
  return link;
}

/** A consumer report needs a person whom the agency can know, a purpose that the law permits, and a period. */
function refuseWithoutPurpose(data: PlaidData, body: LinkTokenCreate): void {
  findReportable(data, body.user_id);
  const missing = ["consumer_report_permissible_purpose", "cra_options"] as const;
  const names = missing.filter((name) => body[name] === undefined);
  if (names.length > 0) throw new PlaidFault("MISSING_FIELDS", names.join(", "));
}

function namedUser(user: LinkTokenCreate["user"]): LinkToken["user"] {
  const name =
    user?.legal_name ?? (user?.name === undefined ? undefined : `${user.name.given_name} ${user.name.family_name}`);
  const digits = user?.phone_number?.replace(/\D/g, "").slice(-10);
  return {
    ...(name === undefined ? {} : { fullName: name }),
    ...(user?.email_address === undefined ? {} : { email: user.email_address }),
    ...(digits === undefined || digits === "" ? {} : { phone: digits }),
  };
}

function showSession(now: Date, session: LinkSession) {
  const shown = {
    link_session_id: session.id,
    started_at: session.startedAt,
    finished_at: session.finishedAt,
    events: [],
  };
  const { offered, publicToken, exit } = session;
  if (offered !== null && publicToken !== null) {
    const institution = { name: institutionOf(offered).name, institution_id: offered.institutionId };
    const accounts = linkAccounts(offered, now).filter(({ id }) => session.accountIds.includes(id));
    const metadata = { institution, accounts, link_session_id: session.id, transfer_status: null };
    return {
      ...shown,
      on_success: { public_token: publicToken, metadata },
      results: {
        item_add_results: [{ public_token: publicToken, accounts, institution }],
        cra_item_add_results: [],
        cra_update_results: [],
        bank_income_results: [],
        payroll_income_results: [],
        document_income_results: null,
      },
    };
  }
  if (exit === null) return shown;
  const metadata = { institution: null, status: exit.status, link_session_id: session.id };
  return { ...shown, exit: { error: null, metadata } };
}
