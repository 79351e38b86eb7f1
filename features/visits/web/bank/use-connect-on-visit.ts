// Owns how a visitor connects a bank, or repairs a connection: apart, since the bank's dialog is asked for by few steps.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { createLinkToken, exchangePublicToken } from "#features/asset-reports/contract.ts";
import { loadPlaidLink, openPlaidLink } from "#features/asset-reports/web/plaid-link.ts";
import { keyOf } from "../data.ts";
import { sendOnVisit } from "../visit-client.ts";

export interface ConnectWhat {
  readonly borrowerId: string;
  /** The connection to repair; none: a new one. */
  readonly itemId?: string;
}

/** Opens the bank dialog and keeps what it made; `false` when the visitor left it. As `useConnectBank` of the officer. */
export function useConnectOnVisit(token: string) {
  const cache = useQueryClient();
  return useMutation<boolean, Error, ConnectWhat>({
    async mutationFn(what) {
      const [{ linkToken }] = await Promise.all([sendOnVisit(createLinkToken, what), loadPlaidLink()]);
      const shared = await openPlaidLink(linkToken);
      if (shared === null) return false;
      await sendOnVisit(exchangePublicToken, { borrowerId: what.borrowerId, ...shared });
      return true;
    },
    onSettled: () => cache.invalidateQueries({ queryKey: keyOf(token) }),
  });
}
