import { useMutation, useQueryClient } from "@tanstack/react-query";
import { createLinkToken, exchangePublicToken } from "#features/asset-reports/contract.ts";
import { loadPlaidLink, openPlaidLink } from "#features/asset-reports/web/plaid-link.ts";
import { keyOf } from "../data.ts";
import { sendWithSession } from "../portal-client.ts";

export interface ConnectWhat {
  readonly borrowerId: string;
  /** The connection to repair; absent: a new one. */
  readonly itemId?: string;
}

/**
 * Opens the bank dialog and stores the connection; `false` if the visitor left the dialog. Like the officer's
 * `useConnectBank`.
 */
export function useConnectInSession(token: string) {
  const cache = useQueryClient();
  return useMutation<boolean, Error, ConnectWhat>({
    async mutationFn(what) {
      const [{ linkToken }] = await Promise.all([sendWithSession(createLinkToken, what), loadPlaidLink()]);
      const shared = await openPlaidLink(linkToken);
      if (shared === null) return false;
      await sendWithSession(exchangePublicToken, { borrowerId: what.borrowerId, ...shared });
      return true;
    },
    onSettled: () => cache.invalidateQueries({ queryKey: keyOf(token) }),
  });
}
