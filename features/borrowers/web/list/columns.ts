import {
  BORROWER_STATUSES,
  fullName,
  listBorrowers,
  listOrganizationBorrowers,
  type Borrower,
  type BorrowerSort,
  type BorrowerStatus,
  type Work,
} from "#features/borrowers/contract.ts";
import type { TableRow } from "#platform/web/table/engine/engine.ts";
import { isForeign, ownerOf, type MaybePlaced, type Owners } from "#features/borrowers/columns.ts";
import { csvOf } from "#platform/web/http/save-csv.ts";
import { useOwners } from "../use-owners.ts";
import { useCallback } from "react";
import {
  pageRequest,
  useRemoteList,
  type RemoteQuery,
  type UseRemote,
} from "#platform/web/table/remote/use-remote-list.ts";
import { closingDay, workOf } from "#features/borrowers/rules/work.ts";
import { phoneWords } from "#platform/text/phone.ts";
import { utcToday } from "#platform/dates/days.ts";
import { organizationBorrowers, ownBorrowers } from "../api.ts";

export interface BorrowerTableRow extends TableRow {
  readonly name: string;
  /** Co-borrowers. */
  readonly others: readonly string[];
  /** Everyone on the loan, for the search. */
  readonly people: string;
  /** Of everyone on the loan, for the search. */
  readonly email: string;
  /** As people type it, for the search. */
  readonly phone: string;
  readonly status: BorrowerStatus;
  /** The status as a place in the borrower's life, so that sorting follows it. */
  readonly step: number;
  readonly loanNumber: string | null;
  readonly documentState: Borrower["documentState"];
  readonly summary: Borrower["summary"];
  /** Under the loan's own program. */
  readonly outcome: string | null;
  /** For a ready report, the funds that can be brought to closing. */
  readonly usableCents: number | null;
  /** Findings that block or are to be reviewed, as the server counts them. */
  readonly openFindings: number | null;
  /** `YYYY-MM-DD` */
  readonly nextExpiryOn: string | null;
  readonly nextExpiryKind: Borrower["nextExpiryKind"];
  /** `YYYY-MM-DD` */
  readonly closingOn: string | null;
  readonly work: readonly Work[];
  readonly ownerId: string | null;
  /** The user who looks after the borrower, if the role may see it. */
  readonly owner: string | null;
  /** Whether it belongs to another organization than the user's current one. */
  readonly isForeign: boolean;
  readonly updatedAt: string;
  /** For the actions on it. */
  readonly borrower: MaybePlaced;
}

export function toRow(borrower: MaybePlaced, owners: Owners | null): BorrowerTableRow {
  const { assignedUserId: ownerId, summary } = borrower;
  const { id, phone, status, loanNumber, documentState, nextExpiryOn, nextExpiryKind, updatedAt } = borrower;
  const name = fullName(borrower);
  const others = borrower.coBorrowers.map(fullName);
  return {
    id,
    name,
    others,
    people: [name, ...others].join("\n"),
    email: [borrower, ...borrower.coBorrowers].map(({ email }) => email).join("\n"),
    phone: phone === null ? "" : phoneWords(phone),
    status,
    step: BORROWER_STATUSES.indexOf(status),
    loanNumber,
    documentState,
    summary,
    outcome: summary?.outcome ?? null,
    usableCents: summary?.usableCents ?? null,
    openFindings: summary && summary.blockers + summary.reviews,
    nextExpiryOn,
    nextExpiryKind,
    closingOn: closingDay(borrower.loan),
    work: workOf(borrower, utcToday()),
    ownerId,
    owner: ownerOf(borrower, owners),
    isForeign: isForeign(borrower, owners),
    updatedAt,
    borrower,
  };
}

/** The server's names of the table's columns. */
const SORTS: Readonly<Record<string, BorrowerSort>> = {
  name: "name",
  step: "status",
  loanNumber: "loanNumber",
  usableCents: "funds",
  openFindings: "findings",
  nextExpiryOn: "nextExpiry",
  closingOn: "closing",
  updatedAt: "updatedAt",
};
/** Keys of the filters that the server knows. */
export const SERVER_FILTERS = ["work", "status"];

export const useRemoteOwnBorrowers: UseRemote<BorrowerTableRow> = (query) => {
  const asRow = useAsRow();
  return useRemoteList(query, {
    pageOf: (page) => ownBorrowers(borrowerPage(page)),
    csvOf: (page, columns) => csvOf(listBorrowers, { ...borrowerPage(page), columns }),
    toRow: asRow,
  });
};

export const useRemoteOrganizationBorrowers: UseRemote<BorrowerTableRow> = (query) => {
  const asRow = useAsRow();
  return useRemoteList(query, {
    pageOf: (page) => organizationBorrowers(borrowerPage(page)),
    csvOf: (page, columns) => csvOf(listOrganizationBorrowers, { ...borrowerPage(page), columns }),
    toRow: asRow,
  });
};

function borrowerPage(query: RemoteQuery) {
  const chosen = Object.entries(query.values).filter(([, values]) => values.length > 0);
  const filters = Object.fromEntries(chosen.map(([key, values]) => [key, values.join(",")]));
  return { ...pageRequest(query, SORTS), ...filters };
}

function useAsRow() {
  const owners = useOwners();
  return useCallback((borrower: MaybePlaced) => toRow(borrower, owners), [owners]);
}
