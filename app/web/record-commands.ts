import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { listStatements, type Statement } from "#features/billing/contract.ts";
import { statements } from "#features/billing/web/api.ts";
import { fullName, listOrganizationBorrowers, type ListedBorrower } from "#features/borrowers/contract.ts";
import { organizationBorrowers, ownBorrowers } from "#features/borrowers/web/api.ts";
import { useMayReadBorrowers } from "#features/borrowers/web/borrower-can.ts";
import { STATUS_LABELS } from "#features/borrowers/web/BorrowerStatusPill.tsx";
import { useMembership } from "#features/auth/web/session/session.ts";
import { listMembers, type Member } from "#features/organizations/contract.ts";
import { members } from "#features/organizations/web/members/api.ts";
import { admits } from "#platform/contract/who.ts";
import { formatMoney } from "#platform/money/money.ts";
import { phoneWords } from "#platform/text/phone.ts";
import type { Command } from "#platform/web/palette/find-commands.ts";
import { ADMINS } from "./commands.ts";

type GoTo = (path: string) => void;

interface RecordCommands {
  readonly commands: readonly Command[];
  /** A note to show if the list is incomplete. */
  readonly note: string | undefined;
}

/** Opens borrowers, users and statements. Uses the lists that pages share, and reads those that no page has read. */
export function useRecordCommands(goTo: GoTo): RecordCommands {
  const role = useMembership()?.role.name ?? null;
  // Root's list of all organizations has borrowers that root cannot open.
  const isAdmin = role === "admin" && admits(listOrganizationBorrowers.who, role);
  const mayRead = useMayReadBorrowers();
  const isBilling = admits(ADMINS, role) && admits(listStatements.who, role);
  const own = useQuery({ ...ownBorrowers(), enabled: mayRead && !isAdmin });
  const all = useQuery({ ...organizationBorrowers(), enabled: isAdmin });
  const people = useQuery({ ...members(), enabled: admits(listMembers.who, role) });
  const bills = useQuery({ ...statements(), enabled: isBilling });
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
    hint: STATUS_LABELS[status].label,
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
