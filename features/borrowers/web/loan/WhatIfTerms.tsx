import { useEffect, useRef, useState } from "react";
import { MESSAGES } from "#features/borrowers/messages.ts";
import { type Borrower, updateLoan } from "#features/borrowers/contract.ts";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { Slider } from "#platform/web/form/Slider.tsx";
import { codeOf } from "#platform/web/http/api-error.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { Section } from "#platform/web/parts/Page.tsx";
import { useScrollAnchor } from "#platform/web/use-scroll-anchor.ts";
import { useUpdateLoan } from "../api.ts";
import { LOAN_FIELDS } from "./loan-fields.ts";
import styles from "./LoanTerms.module.css";
import { isTried, triedTerms, type WhatIf } from "./tried-terms.ts";

interface WhatIfTermsProps {
  readonly borrower: Borrower;
  readonly whatIf: WhatIf;
  /** In one line: the page's own answer may be far above. */
  readonly answer: string;
  readonly onChange: (whatIf: WhatIf) => void;
  /** The user stops trying terms: the page shows what is stored. */
  readonly onDone: () => void;
  /** Reads the borrower again: someone else may have saved. */
  readonly onStale: () => void;
}

export function WhatIfTerms({ borrower, whatIf, answer, onChange, onDone, onStale }: WhatIfTermsProps) {
  const { id, loan, version } = borrower;
  const update = useUpdateLoan();
  const rightsReason = useDisabledReason(updateLoan);
  const isDifferent = isTried(loan, whatIf);
  const terms = triedTerms(loan);
  const [invalid, setInvalid] = useState<readonly string[]>([]);
  const hasError = terms.some(({ field }) => invalid.includes(field));
  const [resets, setResets] = useState(0);
  const sameReason = isDifferent ? undefined : "No changes yet";
  const sliders = useRef<HTMLDivElement>(null);
  // The button that opened it is gone, so the first slider gets the focus.
  useEffect(() => sliders.current?.querySelector("input")?.focus(), []);
  useScrollAnchor(sliders);

  function reset(): void {
    setInvalid([]);
    setResets(resets + 1); // what was typed in vain goes, too
    onChange({});
  }

  function keep(): void {
    update.mutate(
      { id, loan: { ...loan, ...whatIf }, version },
      { onSuccess: onDone, onError: (refused) => codeOf(refused) === "STALE" && onStale() },
    );
  }

  return (
    <Section title="Try other terms">
      <div ref={sliders} className={styles.whatIf}>
        {rightsReason !== undefined && (
          <Alert tone="info">You can try terms here, but not save them. {rightsReason}</Alert>
        )}
        <p role="status">
          {isDifferent
            ? "What if: nothing is saved yet"
            : "Move a slider or enter a figure. Changes aren't saved until you save them."}
        </p>
        <p className={styles.answer} aria-live="polite">
          {answer}
        </p>
        {terms.map(({ field, ...bounds }) => (
          <Slider
            key={`${field} ${resets}`}
            {...bounds}
            label={LOAN_FIELDS[field].label}
            value={whatIf[field] ?? loan[field] ?? 0}
            onChange={(value) => onChange({ ...whatIf, [field]: value })}
            onErrorChange={(isInvalid) =>
              setInvalid([...invalid.filter((one) => one !== field), ...(isInvalid ? [field] : [])])
            }
          />
        ))}
        {update.error && <Alert tone="stop">{explain(update.error, MESSAGES.whatIf)}</Alert>}
        <div className={styles.acts}>
          <Button
            size="small"
            variant="primary"
            isBusy={update.isPending}
            disabledReason={rightsReason ?? (hasError ? "Correct the marked field first" : sameReason)}
            onClick={keep}
          >
            Save these terms
          </Button>
          <Button size="small" disabledReason={hasError ? undefined : sameReason} onClick={reset}>
            Reset
          </Button>
          <Button size="small" variant="quiet" onClick={onDone}>
            Close
          </Button>
        </div>
      </div>
    </Section>
  );
}
