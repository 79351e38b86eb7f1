// Owns how a list of borrowers that is too long to be sent whole is asked for, one page at a time.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { BorrowerPage, BorrowerSort } from "#features/borrowers/contract.ts";
import { SEARCH_LENGTH } from "#kit/contract/paging.ts";
import type { RemoteQuery, UseRemote } from "#kit/web/table/remote-rows.ts";
import { toRow, type BorrowerTableRow } from "./borrower-row.ts";
import { organizationBorrowers, ownBorrowers } from "./data.ts";

/** What the server calls the table's columns. */
const SORTS: Readonly<Record<string, BorrowerSort>> = {
  name: "name",
  step: "status",
  loanNumber: "loanNumber",
  banks: "bank",
  reportReadyAt: "reportReadyAt",
  email: "email",
  updatedAt: "updatedAt",
};

export const useRemoteOwnBorrowers = remote(ownBorrowers);
export const useRemoteOrganizationBorrowers = remote(organizationBorrowers);

function remote(list: typeof ownBorrowers | typeof organizationBorrowers): UseRemote<BorrowerTableRow> {
  return function useRemoteBorrowers(asked) {
    const query = useQuery({ ...list(toPage(asked)), placeholderData: keepPreviousData });
    const { data: borrowers, isFetching, error, refetch } = query;
    const rows = useMemo(() => borrowers?.map(toRow), [borrowers]);
    const isFull = rows !== undefined && rows.length === asked.limit;
    return { rows, next: isFull ? (rows.at(-1)?.id ?? null) : null, isFetching, error, retry: () => void refetch() };
  };
}

function toPage({ limit, after, search, sort, direction }: RemoteQuery): BorrowerPage {
  const term = takenBy(search);
  const by = sort === null ? undefined : SORTS[sort];
  return { limit, ...(after !== null && { after }), ...(term && { search: term }), ...(by && { sort: by, direction }) };
}

// The server refuses what no name can hold; here it was pasted, and a search for the rest is what is meant.
function takenBy(search: string): string {
  return search
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim()
    .slice(0, SEARCH_LENGTH);
}
