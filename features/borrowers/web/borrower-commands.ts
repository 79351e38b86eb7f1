import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { fullName, type ListedBorrower } from "#features/borrowers/contract.ts";
import type { Command } from "#platform/web/palette/find-commands.ts";
import { ownBorrowers } from "./api.ts";
import { STATUS_LABELS } from "./BorrowerStatusPill.tsx";
import { useMayReadBorrowers } from "./borrower-can.ts";

interface BorrowerCommands {
  readonly commands: readonly Command[];
  /** A note to show if the list is incomplete. */
  readonly note: string | undefined;
}

/** Uses the list that the pages share. Reads it if no page has. */
export function useBorrowerCommands(goTo: (path: string) => void): BorrowerCommands {
  const mayRead = useMayReadBorrowers();
  const { data, isFetching, error } = useQuery({ ...ownBorrowers(), enabled: mayRead });
  const commands = useMemo(() => (data ?? []).map((borrower) => toCommand(borrower, goTo)), [data, goTo]);
  return { commands, note: data ? undefined : noteOf(isFetching, error) };
}

function noteOf(isFetching: boolean, error: Error | null): string | undefined {
  if (isFetching) return "Your borrowers are still loading.";
  return error ? "We couldn't load your borrowers. Close this and try again." : undefined;
}

function toCommand(borrower: ListedBorrower, goTo: (path: string) => void): Command {
  const { id, email, loanNumber, coBorrowers, status } = borrower;
  return {
    id: `borrower-${id}`,
    label: fullName(borrower),
    group: "Borrowers",
    words: [email, loanNumber, ...coBorrowers.map(fullName)].filter(Boolean).join(" "),
    hint: STATUS_LABELS[status].label,
    isOnlyFound: true,
    run: () => goTo(`/account/borrowers/view/${id}`),
  };
}
