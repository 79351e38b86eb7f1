// Owns what came of telling the borrower's owner by mail.
import type { Borrower } from "#features/borrowers/contract.ts";
import type { useNotifyLender } from "#features/borrowers/web/data.ts";
import { useOwnerName } from "#features/borrowers/web/use-owner-name.ts";
import { useUser } from "#features/identity/web/session/session.ts";
import { formatDate } from "#kit/web/format/dates.ts";
import { explain } from "#kit/web/http/explain.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";

interface NotifyOutcomeProps {
  readonly borrower: Borrower;
  readonly notify: ReturnType<typeof useNotifyLender>;
}

export function NotifyOutcome({ borrower, notify: { data, error } }: NotifyOutcomeProps) {
  const name = useOwnerName(borrower);
  const user = useUser();
  if (error)
    return (
      <Alert tone="stop" title="The lender was not notified">
        {explain(error)}
      </Alert>
    );
  if (!data) return null;
  const isOwner = user?.id === borrower.assignedUserId;
  return (
    <Alert tone="ok" title={`Mailed to ${name} at ${formatDate(data.notifiedAt, { withTime: true })}`}>
      {isOwner && "You are this borrower's loan officer. "}
      {!data.isNew && "That was within the hour: nothing more was sent."}
    </Alert>
  );
}
