// Owns how the command palette finds borrowers: by any name on the loan, email or loan number.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { fullName, type ListedBorrower } from "#features/borrowers/contract.ts";
import type { Command } from "#kit/web/palette/command.ts";
import { ownBorrowers } from "./data.ts";
import { STATUS_WORDS } from "./status-words.ts";
import { useMayReadBorrowers } from "./use-borrower-bar.ts";

interface BorrowerCommands {
  readonly commands: readonly Command[];
  /** What is to be known of them when they are not all here. */
  readonly note: string | undefined;
}

/** Of the list that the pages share, read when no page has yet. */
export function useBorrowerCommands(goTo: (path: string) => void): BorrowerCommands {
  const mayRead = useMayReadBorrowers();
  const { data, isFetching, error } = useQuery({ ...ownBorrowers(), enabled: mayRead });
  const commands = useMemo(() => (data ?? []).map((borrower) => toCommand(borrower, goTo)), [data, goTo]);
  return { commands, note: data ? undefined : noteOf(isFetching, error) };
}

function noteOf(isFetching: boolean, error: Error | null): string | undefined {
  if (isFetching) return "Your borrowers are still loading.";
  return error ? "Your borrowers could not be loaded. Close this and try again." : undefined;
}

function toCommand(borrower: ListedBorrower, goTo: (path: string) => void): Command {
  const { id, email, loanNumber, coBorrowers, status } = borrower;
  return {
    id: `borrower-${id}`,
    label: fullName(borrower),
    group: "Borrowers",
    words: [email, loanNumber, ...coBorrowers.map(fullName)].filter(Boolean).join(" "),
    hint: STATUS_WORDS[status].label,
    isOnlyFound: true,
    run: () => goTo(`/account/borrowers/view/${id}`),
  };
}
