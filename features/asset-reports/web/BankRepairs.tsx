import type { BankItem } from "#features/borrowers/contract.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";

interface BankRepairsProps {
  readonly items: readonly BankItem[];
  /** Why the repair is not possible now. */
  readonly disabledReason: string | undefined;
  readonly isBusy: boolean;
  readonly onRepair: (itemId: string) => void;
}

export function BankRepairs({ items, disabledReason, isBusy, onRepair }: BankRepairsProps) {
  return items
    .filter(({ status }) => status !== "ok")
    .map(({ id, institutionName, status }) => (
      <Alert
        key={id}
        tone="ask"
        title={status === "expiring" ? `${institutionName} connection expires soon` : `Reconnect ${institutionName}`}
        action={
          <Button size="small" disabledReason={disabledReason} isBusy={isBusy} onClick={() => onRepair(id)}>
            Reconnect {institutionName}
          </Button>
        }
      >
        {status === "expiring"
          ? "The borrower needs to sign in again to keep it active."
          : "The borrower needs to sign in again before the report can be refreshed. Existing data is unaffected."}
      </Alert>
    ));
}
