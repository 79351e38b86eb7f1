import { useNavigate } from "@tanstack/react-router";
import { formatList } from "#platform/text/text.ts";
import { createBorrower, fullName } from "#features/borrowers/contract.ts";
import { Page, PageCard } from "#platform/web/parts/Page.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { useCreateBorrower } from "../api.ts";
import { useBorrowerDisabledReason } from "../borrower-can.ts";
import { EMPTY_BORROWER, BorrowerForm, type BorrowerFormValues } from "./BorrowerForm.tsx";

const NEW_BORROWER: BorrowerFormValues = { ...EMPTY_BORROWER, invite: false };
const LIST = "/account/borrowers/all";

export function CreateBorrowerPage() {
  const create = useCreateBorrower();
  const disabledReason = useBorrowerDisabledReason(createBorrower);
  const navigate = useNavigate();

  function submit(values: BorrowerFormValues): void {
    create.mutate(values, {
      onSuccess(borrower) {
        const text = values.invite
          ? emailedText([borrower, ...borrower.coBorrowers].map(({ email }) => email))
          : `${fullName(borrower)} is now in your list.`;
        showToast("Borrower added", text, { autohide: true, closeOnClick: true });
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
          disabledReason={disabledReason}
          cancelTo={LIST}
          onSubmit={submit}
        />
      </PageCard>
    </Page>
  );
}

/** Each person on the loan was emailed their own link. */
function emailedText(emails: readonly string[]): string {
  return `We emailed ${emails.length === 1 ? "a secure link" : "secure links"} to ${formatList(emails)}.`;
}
