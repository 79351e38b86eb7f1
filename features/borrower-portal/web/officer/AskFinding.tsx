import { useQuery } from "@tanstack/react-query";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { askNeeds } from "#features/borrower-portal/contract.ts";
import { NEEDS } from "#features/borrower-portal/labels.ts";
import { MESSAGES } from "#features/borrower-portal/messages.ts";
import type { Finding } from "#features/underwriting/rules/evaluation.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { needsOf, useAskNeeds } from "./api.ts";
import styles from "./NeedsPanel.module.css";

interface AskFindingProps {
  readonly borrowerId: string;
  readonly finding: Finding;
}

/** Asks the person whose deposits a finding is about, and says when they were asked. */
export function AskFinding({ borrowerId, finding: { title, transactionIds } }: AskFindingProps) {
  const { data } = useQuery(needsOf({ borrowerId }));
  const ask = useAskNeeds();
  const disabledReason = useDisabledReason(askNeeds);
  const own = (data?.needs ?? []).filter(({ kind, subject }) => kind === "deposit" && transactionIds.includes(subject));
  const open = own.filter(({ state }) => state === "open");
  const askedAt = own
    .flatMap((need) => (need.state === "asked" ? (need.askedAt ?? []) : []))
    .sort()
    .at(-1);
  const person = data?.people.find(({ email }) => email === (open[0] ?? own[0])?.email);
  if (!person) return null;
  return (
    <>
      {open.length > 0 && (
        <Button
          size="small"
          label={`${NEEDS.ask(person.firstName)}: ${title}`}
          disabledReason={disabledReason}
          isBusy={ask.isPending}
          onClick={() =>
            ask.mutate({
              borrowerId,
              needs: open.map(({ email, kind, subject }) => ({ email, kind, subject })),
            })
          }
        >
          {NEEDS.ask(person.firstName)}
        </Button>
      )}
      {askedAt !== undefined && (
        <span className={styles.quiet} role="status">
          {NEEDS.askedOn(formatDate(askedAt), null)}
        </span>
      )}
      {ask.error && <Alert tone="stop">{explain(ask.error, MESSAGES.needs)}</Alert>}
    </>
  );
}
