// Plaid's call that publishes the keys which sign its webhooks.
import { PlaidFault } from "./errors.ts";
import { operation } from "./operation.ts";
import type { Operation } from "./operation.ts";

export const KEY_OPERATIONS: readonly Operation[] = [
  operation<{ key_id: string }>("/webhook_verification_key/get", ({ memory }, { key_id }) => {
    const key = memory.data.keys.find(({ kid }) => kid === key_id);
    if (key === undefined) throw new PlaidFault("INVALID_WEBHOOK_VERIFICATION_KEY_ID");
    return { key: { ...key.publicJwk, created_at: key.createdAt, expired_at: key.expiredAt } };
  }),
];
