import type { Borrower } from "#features/borrowers/contract.ts";
import type { useNotifyLender } from "#features/borrowers/web/api.ts";
import { useOwnerName } from "#features/borrowers/web/use-owners.ts";
import { useUser } from "#features/auth/web/session/session.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";

interface NotifyOutcomeProps {
  readonly borrower: Borrower;
  readonly notify: ReturnType<typeof useNotifyLender>;
}

export function NotifyOutcome({ borrower, notify: { data, error } }: NotifyOutcomeProps) {
  const name = useOwnerName(borrower);
  const user = useUser();
  if (error)
    return (
      <Alert tone="stop" title="We couldn't notify the lender">
        {explain(error)}
      </Alert>
    );
  if (!data) return null;
  const isOwner = user?.id === borrower.assignedUserId;
  return (
    <Alert tone="ok" title={`Email sent to ${name} on ${formatDate(data.notifiedAt, { withTime: true })}`}>
      {isOwner && "You're this borrower's loan officer. "}
      {!data.isNew && "Already sent within the last hour, so no new email went out."}
    </Alert>
  );
}
