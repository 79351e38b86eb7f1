import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import { lazy, Suspense, useRef, useState, type ReactNode } from "react";
import type { Borrower } from "#features/borrowers/contract.ts";
import { hasDraftHere } from "#platform/web/form/form-drafts.ts";
import { SAVE_TERMS } from "#features/borrowers/web/loan/loan-fields.ts";
import { LoanTerms } from "#features/borrowers/web/loan/LoanTerms.tsx";
import type { WhatIf } from "#features/borrowers/web/loan/tried-terms.ts";
import { Button } from "#platform/web/parts/Button.tsx";
import { Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import styles from "./ReportView.module.css";
import type { LoanField } from "#features/borrowers/labels.ts";

const WhatIfTerms = lazy(() =>
  import("#features/borrowers/web/loan/WhatIfTerms.tsx").then((file) => ({ default: file.WhatIfTerms })),
);

interface ReportTermsProps {
  readonly borrower: Borrower;
  readonly desk: TermsEditor;
  /** `null`: no terms are being tried. */
  readonly whatIf: WhatIf | null;
  /** The answer of the loan's own program to the terms being tried; empty if it is not computed. */
  readonly answer: string;
  /** Shown below the terms that are being tried. */
  readonly breakEven: ReactNode;
  readonly onWhatIf: (whatIf: WhatIf | null) => void;
  readonly onStale: () => void;
}

export function ReportTerms({ borrower, desk, whatIf, answer, breakEven, onWhatIf, onStale }: ReportTermsProps) {
  const terms = useRef<HTMLElement>(null);
  const backToTerms = () => terms.current?.focus(); // the pressed button goes with the form
  return (
    <aside ref={terms} tabIndex={-1} className={styles.terms} aria-label="Loan terms">
      {whatIf !== null && !desk.isEditing && (
        <Suspense fallback={<Skeleton lines={6} />}>
          <WhatIfTerms
            borrower={borrower}
            whatIf={whatIf}
            answer={answer}
            onChange={onWhatIf}
            onDone={() => {
              onWhatIf(null);
              backToTerms();
            }}
            onStale={onStale}
          />
          {breakEven}
        </Suspense>
      )}
      <LoanTerms
        borrower={borrower}
        isEditing={desk.isEditing}
        focusOn={desk.focusOn}
        onEdit={() => desk.edit()}
        onDone={() => {
          desk.close();
          backToTerms();
        }}
        onStale={onStale}
        action={
          whatIf === null && (
            <Button
              size="small"
              icon={<SlidersHorizontal aria-hidden="true" />}
              label="What if: try other terms"
              onClick={() => onWhatIf({})}
            >
              What if
            </Button>
          )
        }
      />
    </aside>
  );
}

type TermsEditor = ReturnType<typeof useTermsEditor>;

export function useTermsEditor() {
  const [state, setState] = useState<{ readonly isEditing: boolean; readonly focusOn: LoanField | undefined }>({
    isEditing: hasDraftHere(SAVE_TERMS),
    focusOn: undefined,
  });
  return {
    ...state,
    edit: (focusOn?: LoanField) => setState({ isEditing: true, focusOn }),
    close: () => setState({ isEditing: false, focusOn: undefined }),
  };
}
