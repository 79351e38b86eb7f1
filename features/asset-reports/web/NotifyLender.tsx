// Owns telling the borrower's owner by mail that there is something to look at.
import { notifyLender, type Borrower } from "#features/borrowers/contract.ts";
import type { useNotifyLender } from "#features/borrowers/web/data.ts";
import { useBar } from "#features/identity/web/session/use-bar.ts";
import { Button } from "#kit/web/parts/Button.tsx";

/** It knows the people of the organization, so that it comes with the first press: before the mail, which it tells of. */
export const loadOutcome = () => import("./NotifyOutcome.tsx");

/** One press for the button and for what comes of it, which stand apart. */
export type Notifying = ReturnType<typeof useNotifyLender>;

interface NotifyButtonProps {
  readonly borrower: Borrower;
  readonly notify: Notifying;
}

export function NotifyButton({ borrower: { id }, notify }: NotifyButtonProps) {
  const bar = useBar(notifyLender);
  return (
    <Button barred={bar} isBusy={notify.isPending} onClick={() => void loadOutcome().then(() => notify.mutate({ id }))}>
      Notify lender
    </Button>
  );
}
