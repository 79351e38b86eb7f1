import { useState } from "react";
import type { LoanField } from "#features/loans/labels.ts";

export type TermsDesk = ReturnType<typeof useTermsDesk>;

export function useTermsDesk() {
  const [state, setState] = useState<{ readonly isEditing: boolean; readonly focusOn: LoanField | undefined }>({
    isEditing: false,
    focusOn: undefined,
  });
  return {
    ...state,
    edit: (focusOn?: LoanField) => setState({ isEditing: true, focusOn }),
    close: () => setState({ isEditing: false, focusOn: undefined }),
  };
}
