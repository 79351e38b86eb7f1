import { useCallback } from "react";
import type { BorrowerSort } from "#features/borrowers/contract.ts";
import { askedPage } from "#platform/web/table/remote/asked-page.ts";
import type { UseRemote } from "#platform/web/table/remote/remote-rows.ts";
import { useRemoteList } from "#platform/web/table/remote/use-remote-list.ts";
import { organizationBorrowers, ownBorrowers } from "../data.ts";
import { useOwners, type MaybePlaced } from "../use-owners.ts";
import { toRow, type BorrowerTableRow } from "./borrower-row.ts";

/** The server's names of the table's columns. */
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
