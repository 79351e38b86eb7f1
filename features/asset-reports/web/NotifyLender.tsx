import { notifyLender, type Borrower } from "#features/borrowers/contract.ts";
import type { useNotifyLender } from "#features/borrowers/web/data.ts";
import { useDisabledReason } from "#features/auth/web/session/use-disabled-reason.ts";
import { Button } from "#platform/web/parts/Button.tsx";

/** Loads the list of members, so it is loaded with the first click, before the email whose recipients it shows. */
export const loadOutcome = () => import("./NotifyOutcome.tsx");

/** One click for the button and its result, which are apart on the page. */
export type Notifying = ReturnType<typeof useNotifyLender>;

interface NotifyButtonProps {
  readonly borrower: Borrower;
  readonly notify: Notifying;
}

export function NotifyButton({ borrower: { id }, notify }: NotifyButtonProps) {
  const disabledReason = useDisabledReason(notifyLender);
  return (
    <Button
      disabledReason={disabledReason}
      isBusy={notify.isPending}
      onClick={() => void loadOutcome().then(() => notify.mutate({ id }))}
    >
      Notify lender
    </Button>
  );
}
