import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Borrower } from "#features/borrowers/contract.ts";
import { ownBorrower } from "../data.ts";
import { LoanTerms } from "./LoanTerms.tsx";

export function BorrowerLoan({ borrower }: { readonly borrower: Borrower }) {
  const cache = useQueryClient();
  const [isEditing, setEditing] = useState(false);
  return (
    <LoanTerms
      borrower={borrower}
      isEditing={isEditing}
      onEdit={() => setEditing(true)}
      onDone={() => setEditing(false)}
      onStale={() => void cache.invalidateQueries({ queryKey: ownBorrower({ id: borrower.id }).queryKey })}
    />
  );
}
