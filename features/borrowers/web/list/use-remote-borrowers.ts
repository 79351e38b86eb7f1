// Owns how a list of borrowers that is too long to be sent whole is asked for, one page at a time.
import { useCallback } from "react";
import type { BorrowerSort } from "#features/borrowers/contract.ts";
import { askedPage } from "#kit/web/table/remote/asked-page.ts";
import type { UseRemote } from "#kit/web/table/remote/remote-rows.ts";
import { useRemoteList } from "#kit/web/table/remote/use-remote-list.ts";
import { organizationBorrowers, ownBorrowers } from "../data.ts";
import { useOwners, type MaybePlaced } from "../use-owners.ts";
import { toRow, type BorrowerTableRow } from "./borrower-row.ts";

/** What the server calls the table's columns. */
const SORTS: Readonly<Record<string, BorrowerSort>> = {
  name: "name",
  step: "status",
  loanNumber: "loanNumber",
  usableCents: "funds",
  openFindings: "findings",
  freshUntil: "freshUntil",
  updatedAt: "updatedAt",
};

export const useRemoteOwnBorrowers: UseRemote<BorrowerTableRow> = (asked) => {
  const asRow = useAsRow();
  return useRemoteList(ownBorrowers(askedPage(asked, SORTS)), { limit: asked.limit, toRow: asRow });
};

export const useRemoteOrganizationBorrowers: UseRemote<BorrowerTableRow> = (asked) => {
  const asRow = useAsRow();
  return useRemoteList(organizationBorrowers(askedPage(asked, SORTS)), { limit: asked.limit, toRow: asRow });
};

function useAsRow() {
  const owners = useOwners();
  return useCallback((borrower: MaybePlaced) => toRow(borrower, owners), [owners]);
}
