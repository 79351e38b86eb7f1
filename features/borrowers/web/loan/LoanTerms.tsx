import Pencil from "lucide-react/icons/pencil";
import { startTransition, useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { formatList } from "#platform/text/text.ts";
import { updateLoan, type Borrower } from "#features/borrowers/contract.ts";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { termWords, type LoanField } from "#features/borrowers/labels.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { Money } from "#platform/web/parts/Values.tsx";
import { Section } from "#platform/web/parts/Page.tsx";
import { Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import { usePart } from "#platform/web/use-lazy.ts";
import { LOAN_FIELD_NAMES, LOAN_FIELDS, loanWords, missingTerms } from "./loan-fields.ts";
import styles from "./LoanTerms.module.css";
import { useQueryClient } from "@tanstack/react-query";
import { ownBorrower } from "../api.ts";

const loadForm = () => import("./LoanTermsForm.tsx");

interface LoanTermsProps {
  readonly borrower: Borrower;
  readonly isEditing: boolean;
  /** The field that the link asked for. */
  readonly focusOn?: LoanField | undefined;
  readonly onEdit: () => void;
  readonly onDone: () => void;
  /** Reads the borrower again: someone else may have saved. */
  readonly onStale: () => void;
  /** Another action for the terms. */
  readonly action?: ReactNode;
}

export function LoanTerms({ borrower, isEditing, focusOn, onEdit, onDone, onStale, action }: LoanTermsProps) {
  const disabledReason = useDisabledReason(updateLoan);
  const edit = useFocusAfter(isEditing);
  const { value: form, isMissing } = usePart(loadForm, isEditing);
  if (isEditing)
    return (
      <Section title="Loan terms">
        {form ? (
          // A request for another field focuses it in the same form.
          <form.LoanTermsForm borrower={borrower} focusOn={focusOn} onDone={onDone} onStale={onStale} />
        ) : isMissing ? (
          <Alert tone="stop" title="We couldn't load the form">
            Reload the page to edit the terms.
          </Alert>
        ) : (
          <Skeleton lines={8} />
        )}
      </Section>
    );
  return (
    <Section
      title="Loan terms"
      action={
        <div className={styles.acts}>
          {action}
          <Button
            ref={edit}
            size="small"
            icon={<Pencil aria-hidden="true" />}
            label="Edit the loan's terms"
            disabledReason={disabledReason}
            onClick={() => startTransition(onEdit)} // the form has more than a frame's work
          >
            Edit
          </Button>
        </div>
      }
    >
      <Terms loan={borrower.loan} />
    </Section>
  );
}

/**
 * The element that gets the focus after editing, because the pressed button disappears with the form. A focus elsewhere
 * does not move.
 */
function useFocusAfter(isEditing: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(isEditing);
  useLayoutEffect(() => {
    if (wasEditing.current && !isEditing && document.activeElement === document.body) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return button;
}

function Terms({ loan }: Pick<Borrower, "loan">) {
  const filled = LOAN_FIELD_NAMES.filter((field) => loanWords(field, loan[field]) !== "");
  const missing = missingTerms(loan);
  return (
    <div className={styles.terms}>
      {filled.length > 0 && (
        <dl>
          {filled.map((field) => (
            <div key={field} data-kind={LOAN_FIELDS[field].kind}>
              <dt>{LOAN_FIELDS[field].label}</dt>
              <dd>
                <Term field={field} value={loan[field]} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {missing.length > 0 && (
        <p className={styles.empty}>
          {filled.length === 0
            ? "Add loan terms to see whether the borrower has enough to close."
            : `Still needed for an answer: ${formatList(missing.map(termWords))}.`}
        </p>
      )}
    </div>
  );
}

function Term({ field, value }: { readonly field: LoanField; readonly value: Borrower["loan"][LoanField] }) {
  if (LOAN_FIELDS[field].kind === "money" && typeof value === "number") return <Money cents={value} />;
  return loanWords(field, value);
}

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
