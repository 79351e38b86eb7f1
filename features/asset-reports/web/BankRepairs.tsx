// Owns the banks that ask for a new log-in, and the way to give it.
import type { BankItem } from "#features/borrowers/contract.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";

interface BankRepairsProps {
  readonly items: readonly BankItem[];
  /** Why it may not be done now. */
  readonly barred: string | undefined;
  readonly isBusy: boolean;
  readonly onRepair: (itemId: string) => void;
}

export function BankRepairs({ items, barred, isBusy, onRepair }: BankRepairsProps) {
  return items
    .filter(({ status }) => status !== "ok")
    .map(({ id, institutionName, status }) => (
      <Alert
        key={id}
        tone="ask"
        title={
          status === "expiring"
            ? `${institutionName} ends the connection soon`
            : `${institutionName} asks for a new log-in`
        }
        action={
          <Button size="small" barred={barred} isBusy={isBusy} onClick={() => onRepair(id)}>
            Repair {institutionName}
          </Button>
        }
      >
        {status === "expiring"
          ? "The borrower logs in there once more, and it goes on as before."
          : "It gives no newer figures until the borrower has logged in there again. What was read stays."}
      </Alert>
    ));
}
