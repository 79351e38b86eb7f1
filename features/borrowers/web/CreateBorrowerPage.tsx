// Three fields make a borrower; the rest can wait.
import { useNavigate } from "@tanstack/react-router";
import { createBorrower, fullName } from "#features/borrowers/contract.ts";
import { Page } from "#kit/web/parts/Page.tsx";
import { PageCard } from "#kit/web/parts/PageCard.tsx";
import { showToast } from "#kit/web/toasts.ts";
import { BorrowerForm } from "./BorrowerForm.tsx";
import { EMPTY_BORROWER, type BorrowerFormValues } from "./borrower-values.ts";
import { useCreateBorrower } from "./data.ts";
import { useBorrowerBar } from "./use-borrower-bar.ts";

const LIST = "/account/borrowers/all";

export function CreateBorrowerPage() {
  const create = useCreateBorrower();
  const bar = useBorrowerBar(createBorrower);
  const navigate = useNavigate();

  function submit(values: BorrowerFormValues): void {
    create.mutate(values, {
      onSuccess(borrower) {
        showToast("Borrower created", `${fullName(borrower)} is on your list.`, { autohide: true, closeOnClick: true });
        void navigate({ to: `/account/borrowers/view/${borrower.id}` });
      },
    });
  }

  return (
    <Page title="Create Borrower" back={{ to: LIST, label: "Borrowers" }}>
      <PageCard size="large">
        <BorrowerForm
          defaults={EMPTY_BORROWER}
          submit="Create Borrower"
          loading={create.isPending}
          error={create.error}
          barred={bar}
          cancelTo={LIST}
          onSubmit={submit}
        />
      </PageCard>
    </Page>
  );
}
