import { disconnectBank } from "#features/asset-reports/contract.ts";
import type { BankItem, Borrower } from "#features/borrowers/contract.ts";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { confirm } from "#platform/web/confirm.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { useDisconnectBank } from "./api.ts";

interface DisconnectBankProps {
  readonly borrower: Borrower;
  readonly bank: BankItem;
}

export function DisconnectBank({ borrower, bank: { id: itemId, institutionName } }: DisconnectBankProps) {
  const disconnect = useDisconnectBank();
  const disabledReason = useDisabledReason(disconnectBank);

  async function ask(): Promise<void> {
    const isSure = await confirm({
      title: `Disconnect ${institutionName}?`,
      text: `We remove the connection at Plaid and read no new data. ${whatStays(borrower)} To connect again, the borrower signs in at the bank.`,
      confirm: "Disconnect bank",
      tone: "danger",
    });
    if (isSure) disconnect.mutate({ itemId });
  }

  return (
    <>
      <Button
        size="small"
        label={`Disconnect ${institutionName}`}
        disabledReason={disabledReason}
        isBusy={disconnect.isPending}
        onClick={() => void ask()}
      >
        Disconnect
      </Button>
      {disconnect.error && <Alert tone="stop">{explain(disconnect.error)}</Alert>}
    </>
  );
}

function whatStays({ reportState, latestReportId }: Borrower): string {
  const isReady = latestReportId !== null;
  const staying = isReady ? "Reports keep the data that was already read, until the retention policy deletes it." : "";
  const stopped = reportState === "generating" ? "The report being generated stops; it isn't charged." : "";
  return (
    [staying, stopped].filter(Boolean).join(" ") ||
    "Only the names of its accounts stay, until the retention policy deletes them."
  );
}
