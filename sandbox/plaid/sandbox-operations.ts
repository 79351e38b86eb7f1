// Plaid's own sandbox calls: create an item without the dialog, fire a webhook, break a login.
import { findInstitution, GOOD_PASSWORD } from "./bank-data/personas.ts";
import {
  addItem,
  breakLogIn,
  checkCredentials,
  findItem,
  givePublicToken,
  newIdentity,
  sendItemWebhook,
  tellOfEnd,
} from "./items.ts";
import { errorBody, PlaidFault } from "./errors.ts";
import { offeredAccounts } from "./item-accounts.ts";
import { operation, type Operation, type PlaidDeps } from "./operation.ts";
import type { Item } from "./plaid-data.ts";
import { sendReportWebhook } from "./report-maker.ts";

const DEFAULT_USERNAME = "user_golden";

interface PublicTokenCreate {
  institution_id: string;
  initial_products: string[];
  options?: { webhook?: string; override_username?: string | null; override_password?: string | null };
}

export const SANDBOX_OPERATIONS: readonly Operation[] = [
  operation<PublicTokenCreate>(
    "/sandbox/public_token/create",
    (deps, { institution_id, initial_products, options }) => {
      if (findInstitution(institution_id) === undefined) throw new PlaidFault("INVALID_INSTITUTION");
      const username = options?.override_username ?? DEFAULT_USERNAME;
      const who = checkCredentials(username, options?.override_password ?? GOOD_PASSWORD, {});
      const identity = newIdentity(deps, { ...who, institutionId: institution_id });
      const accountIds = offeredAccounts(identity, deps.config.now()).map(({ account_id }) => account_id);
      addItem(deps, identity, { accountIds, webhook: options?.webhook ?? null, products: initial_products });
      return { public_token: givePublicToken(deps, identity.itemId) };
    },
  ),
  operation<{ access_token: string }>("/sandbox/item/reset_login", (deps, { access_token }) => {
    breakLogIn(deps, findItem(deps.memory.data, access_token));
    return { reset_login: true };
  }),
  operation<{ access_token: string; webhook_type?: string; webhook_code: string }>(
    "/sandbox/item/fire_webhook",
    (deps, body) => {
      fireWebhook(deps, findItem(deps.memory.data, body.access_token), body.webhook_type, body.webhook_code);
      return { webhook_fired: true };
    },
  ),
];

function fireWebhook(deps: PlaidDeps, item: Item, type: string | undefined, code: string): void {
  if (code === "PRODUCT_READY" || (code === "ERROR" && type === "ASSETS")) {
    const report = Object.values(deps.memory.data.reports).findLast(({ itemIds }) => itemIds.includes(item.itemId));
    if (report === undefined) throw new PlaidFault("SANDBOX_PRODUCT_NOT_ENABLED");
    sendReportWebhook(deps.webhooks, { id: report.id, webhook: report.webhook ?? item.webhook }, code);
    return;
  }
  if (item.webhook === null) throw new PlaidFault("SANDBOX_WEBHOOK_INVALID");
  switch (code) {
    case "ERROR":
      sendItemWebhook(deps, item, code, { error: { ...errorBody("ITEM_LOGIN_REQUIRED"), status: 400 } });
      break;
    case "USER_ACCOUNT_REVOKED":
      sendItemWebhook(deps, item, code, { account_id: item.accountIds[0] });
      break;
    case "PENDING_DISCONNECT":
      tellOfEnd(deps, item, code);
      break;
    case "USER_PERMISSION_REVOKED":
    case "LOGIN_REPAIRED":
    case "NEW_ACCOUNTS_AVAILABLE":
      sendItemWebhook(deps, item, code);
      break;
    default:
      // The rest belongs to products that no item here has.
      throw new PlaidFault("SANDBOX_PRODUCT_NOT_ENABLED");
  }
}
