// Three fields make a borrower; the rest can wait.
import { useNavigate } from "@tanstack/react-router";
import { createBorrower, fullName } from "#features/borrowers/contract.ts";
import { listed } from "#features/borrowers/labels.ts";
import { Page } from "#kit/web/parts/Page.tsx";
import { PageCard } from "#kit/web/parts/PageCard.tsx";
import { showToast } from "#kit/web/toasts.ts";
import { useCreateBorrower } from "../data.ts";
import { useBorrowerBar } from "../use-borrower-bar.ts";
import { BorrowerForm } from "./BorrowerForm.tsx";
import { EMPTY_BORROWER, type BorrowerFormValues } from "./borrower-values.ts";

const NEW_BORROWER: BorrowerFormValues = { ...EMPTY_BORROWER, invite: false };
const LIST = "/account/borrowers/all";

export function CreateBorrowerPage() {
  const create = useCreateBorrower();
  const bar = useBorrowerBar(createBorrower);
  const navigate = useNavigate();

  function submit(values: BorrowerFormValues): void {
    create.mutate(values, {
      onSuccess(borrower) {
        const text = values.invite
          ? mailedWords([borrower, ...borrower.coBorrowers].map(({ email }) => email))
          : `${fullName(borrower)} is on your list.`;
        showToast("Borrower created", text, { autohide: true, closeOnClick: true });
        void navigate({ to: `/account/borrowers/view/${borrower.id}` });
      },
    });
  }

  return (
    <Page title="Create Borrower" back={{ to: LIST, label: "Borrowers" }}>
      <PageCard size="large">
        <BorrowerForm
          defaults={NEW_BORROWER}
          asksToInvite
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

/** Each person on the loan was mailed a link of their own. */
function mailedWords(emails: readonly string[]): string {
  return `${emails.length === 1 ? "A link was" : "Links were"} mailed to ${listed(emails)}.`;
}
