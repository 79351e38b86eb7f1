// A borrower's details, written anew; what someone else saves meanwhile is neither lost nor undone.
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { updateBorrower, fullName, type Borrower } from "#features/borrowers/contract.ts";
import { useBar } from "#features/identity/web/session/use-bar.ts";
import { TheirChanges } from "#kit/web/form/TheirChanges.tsx";
import { changedFields } from "#kit/web/form/merge-values.ts";
import { Loaded } from "#kit/web/parts/Loaded.tsx";
import { Page } from "#kit/web/parts/Page.tsx";
import { PageCard } from "#kit/web/parts/PageCard.tsx";
import { showToast } from "#kit/web/toasts.ts";
import { usePageTitle } from "#kit/web/page-title.ts";
import { useParam } from "#kit/web/use-param.ts";
import { ownBorrower, useUpdateBorrower } from "../data.ts";
import { loanTitle } from "../loan-title.ts";
import { BorrowerForm } from "./BorrowerForm.tsx";
import { BORROWER_FIELDS, valuesOf, type BorrowerFormValues } from "./borrower-values.ts";

export function EditBorrowerPage() {
  const id = useParam("id");
  const borrower = useQuery(ownBorrower({ id }));
  usePageTitle(loanTitle(borrower.data, "edit"));
  const name = borrower.data ? fullName(borrower.data) : "Borrower";
  return (
    <Page title="Edit Borrower" back={{ to: `/account/borrowers/view/${id}`, label: name }}>
      <PageCard size="large">
        <Loaded query={borrower} failed="The borrower could not be loaded">
          {(data) => <EditBorrower borrower={data} onStale={() => void borrower.refetch()} />}
        </Loaded>
      </PageCard>
    </Page>
  );
}

interface EditBorrowerProps {
  /** As stored now; it may change while the form is open. */
  readonly borrower: Borrower;
  readonly onStale: () => void;
}

function EditBorrower({ borrower, onStale }: EditBorrowerProps) {
  const [base, setBase] = useState(borrower);
  const update = useUpdateBorrower();
  const bar = useBar(updateBorrower);
  const navigate = useNavigate();
  const [mine, theirs] = [valuesOf(base), valuesOf(borrower)];
  // What is saved, or being saved, is one's own change.
  const isOvertaken =
    update.status !== "success" && !update.isPending && changedFields(BORROWER_FIELDS, mine, theirs).length > 0;
  // A newer version that differs in nothing of this form is not worth a question.
  const seen = isOvertaken ? base : borrower;
  const view = `/account/borrowers/view/${borrower.id}`;

  function submit(values: BorrowerFormValues): void {
    const { id, version, loan } = seen;
    update.mutate(
      { ...values, loan, id, version },
      {
        onSuccess(saved) {
          showToast("Changes saved", `${fullName(saved)} is up to date.`, { autohide: true, closeOnClick: true });
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
      error={isOvertaken ? null : update.error}
      barred={bar}
      cancelTo={view}
      onSubmit={submit}
    >
      {isOvertaken && (
        <TheirChanges what="this borrower" fields={BORROWER_FIELDS} base={mine} theirs={theirs} onMerged={takeAsBase} />
      )}
    </BorrowerForm>
  );
}
