import { useQuery, type QueryKey, type UseQueryOptions } from "@tanstack/react-query";
import { useMemo } from "react";
import { listStatements, type Statement } from "#features/billing/contract.ts";
import { allStatements, statements } from "#features/billing/web/api.ts";
import { fullName, listOrganizationBorrowers, type ListedBorrower } from "#features/borrowers/contract.ts";
import {
  allOrganizationBorrowers,
  allOwnBorrowers,
  organizationBorrowers,
  ownBorrowers,
} from "#features/borrowers/web/api.ts";
import { useMayReadBorrowers } from "#features/borrowers/web/borrower-can.ts";
import { STATUS_LABELS } from "#features/borrowers/columns.ts";
import { useMembership } from "#features/auth/web/session/session.ts";
import { listMembers, type Member } from "#features/organizations/contract.ts";
import { allMembers, members } from "#features/organizations/web/members/api.ts";
import { admits } from "#platform/contract/who.ts";
import { formatMoney } from "#platform/money/money.ts";
import { phoneWords } from "#platform/text/phone.ts";
import type { Command } from "#platform/web/palette/find-commands.ts";
import { searchTerm } from "#platform/web/table/remote/use-remote-list.ts";
import { useLater } from "#platform/web/use-lazy.ts";
import { ADMINS } from "./commands.ts";

type GoTo = (path: string) => void;

interface RecordCommands {
  readonly commands: readonly Command[];
  /** A note to show if the list is incomplete. */
  readonly note: string | undefined;
}

const SEARCH_AFTER_MS = 250;
/** Records of a long list that are found at a time. */
const FOUND = 20;

/**
 * Opens borrowers, users and statements. Uses the lists that pages share, and reads those that no page has read; long
 * lists are searched for `term` on the server.
 */
export function useRecordCommands(goTo: GoTo, term: string): RecordCommands {
  const role = useMembership()?.role.name ?? null;
  // Root's list of all organizations has borrowers that root cannot open.
  const isAdmin = role === "admin" && admits(listOrganizationBorrowers.who, role);
  const mayRead = useMayReadBorrowers();
  const isBilling = admits(ADMINS, role) && admits(listStatements.who, role);
  const search = useLater(searchTerm(term), SEARCH_AFTER_MS);
  const page = { search, limit: FOUND };
  const own = useRecords(allOwnBorrowers(), ownBorrowers(page), { isOn: mayRead && !isAdmin, search });
  const all = useRecords(allOrganizationBorrowers(), organizationBorrowers(page), { isOn: isAdmin, search });
  const people = useRecords(allMembers(), members(page), { isOn: admits(listMembers.who, role), search });
  const bills = useRecords(allStatements({ lines: "none" }), statements({ ...page, lines: "none" }), {
    isOn: isBilling,
    search,
  });
  const borrowers = isAdmin ? all : own;

  const commands = useMemo(
    () => [
      ...(borrowers.data ?? []).map((one) => borrowerCommand(one, goTo)),
      ...(people.data ?? []).map((one) => memberCommand(one, goTo)),
      ...(bills.data ?? []).map((one) => statementCommand(one, goTo)),
    ],
    [borrowers.data, people.data, bills.data, goTo],
  );
  const read = [borrowers, people, bills];
  return {
    commands,
    note: noteOf(
      read.some(({ isFetching, data }) => isFetching && !data),
      read.some(({ error, data }) => error && !data),
    ),
  };
}

interface RecordsOptions {
  readonly isOn: boolean;
  readonly search: string;
}

/** The whole list or, where it is long, what the server finds in it. */
function useRecords<Row, WholeKey extends QueryKey, Key extends QueryKey>(
  whole: UseQueryOptions<Row[] | null, Error, Row[] | null, WholeKey>,
  found: UseQueryOptions<Row[], Error, Row[], Key>,
  { isOn, search }: RecordsOptions,
) {
  const list = useQuery({ ...whole, enabled: isOn });
  const isLong = list.data === null;
  const page = useQuery({ ...found, enabled: isOn && isLong && search !== "" });
  return isLong ? page : list;
}

function noteOf(isReading: boolean, hasFailed: boolean): string | undefined {
  if (isReading) return "Some results are still loading.";
  return hasFailed ? "We couldn't load all results. Close this and try again." : undefined;
}

function borrowerCommand(borrower: ListedBorrower, goTo: GoTo): Command {
  const { id, email, phone, loanNumber, coBorrowers, status } = borrower;
  const others = coBorrowers.flatMap((one) => [fullName(one), one.email]);
  return {
    id: `borrower-${id}`,
    label: fullName(borrower),
    group: "Borrowers",
    words: [email, phone && phoneWords(phone), loanNumber, ...others].filter(Boolean).join(" "),
    hint: STATUS_LABELS[status],
    isOnlyFound: true,
    run: () => goTo(`/account/borrowers/view/${id}`),
  };
}

function memberCommand(member: Member, goTo: GoTo): Command {
  const { id, email, status, role } = member;
  return {
    id: `member-${id}`,
    label: fullName(member).trim() || email,
    group: "Users",
    words: email,
    hint: status === "pending" ? "Invited" : role,
    isOnlyFound: true,
    run: () => goTo(`/admin/users/edit/${id}`),
  };
}

function statementCommand({ id, number, amount }: Statement, goTo: GoTo): Command {
  return {
    id: `statement-${id}`,
    label: `Statement ${number}`,
    group: "Statements",
    words: "invoice bill",
    hint: formatMoney(amount),
    isOnlyFound: true,
    run: () => goTo(`/admin/billing/statements/view/${id}`),
  };
}
