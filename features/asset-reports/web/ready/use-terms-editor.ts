import { useState } from "react";
import type { LoanField } from "#features/borrowers/labels.ts";

export type TermsEditor = ReturnType<typeof useTermsEditor>;

export function useTermsEditor() {
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
