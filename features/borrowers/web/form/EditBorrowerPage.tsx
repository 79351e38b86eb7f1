// Saves the whole borrower. A change that another user saves at the same time is neither lost nor undone.
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { fullName, updateBorrower, type Borrower } from "#features/borrowers/contract.ts";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { ConflictNotice } from "#platform/web/form/ConflictNotice.tsx";
import { changedFields } from "#platform/web/form/use-edit-conflict.ts";
import { QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { Page, PageCard } from "#platform/web/parts/Page.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { usePageTitle } from "#platform/web/page-title.ts";
import { useParam } from "#platform/web/use-param.ts";
import { ownBorrower, useUpdateBorrower } from "../api.ts";
import { loanTitle } from "../../labels.ts";
import { BORROWER_FIELDS, valuesOf, BorrowerForm, type BorrowerFormValues } from "./BorrowerForm.tsx";

export function EditBorrowerPage() {
  const id = useParam("id");
  const borrower = useQuery(ownBorrower({ id }));
  usePageTitle(loanTitle(borrower.data, "edit"));
  const name = borrower.data ? fullName(borrower.data) : "Borrower";
  return (
    <Page title="Edit Borrower" back={{ to: `/account/borrowers/view/${id}`, label: name }}>
      <PageCard size="large">
        <QueryBoundary query={borrower} failed="We couldn't load the borrower">
          {(data) => <EditBorrower borrower={data} onStale={() => void borrower.refetch()} />}
        </QueryBoundary>
      </PageCard>
    </Page>
  );
}

interface EditBorrowerProps {
  /** The stored borrower. It may change while the form is open. */
  readonly borrower: Borrower;
  readonly onStale: () => void;
}

function EditBorrower({ borrower, onStale }: EditBorrowerProps) {
  const [base, setBase] = useState(borrower);
  const update = useUpdateBorrower();
  const disabledReason = useDisabledReason(updateBorrower);
  const navigate = useNavigate();
  const [mine, theirs] = [valuesOf(base), valuesOf(borrower)];
  // The user's own saved or pending change is not a conflict.
  const hasEditConflict =
    update.status !== "success" && !update.isPending && changedFields(BORROWER_FIELDS, mine, theirs).length > 0;
  // A newer version that differs in no field of this form needs no question.
  const seen = hasEditConflict ? base : borrower;
  const view = `/account/borrowers/view/${borrower.id}`;

  function submit(values: BorrowerFormValues): void {
    const { id, version, loan } = seen;
    update.mutate(
      { ...values, loan, id, version },
      {
        onSuccess(saved) {
          showToast("Changes saved", `${fullName(saved)} was updated.`, { autohide: true, closeOnClick: true });
          void navigate({ to: view });
        },
        onError: onStale,
      },
    );
  }

  function takeAsBase(): void {
    setBase(borrower);
    update.reset();
  }

  return (
    <BorrowerForm
      defaults={mine}
      submit="Save changes"
      loading={update.isPending}
      error={hasEditConflict ? null : update.error}
      disabledReason={disabledReason}
      cancelTo={view}
      onSubmit={submit}
    >
      {hasEditConflict && (
        <ConflictNotice
          what="this borrower"
          fields={BORROWER_FIELDS}
          base={mine}
          theirs={theirs}
          onMerged={takeAsBase}
        />
      )}
    </BorrowerForm>
  );
}
