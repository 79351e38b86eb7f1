import { useMutation } from "@tanstack/react-query";
import { exportBorrower } from "#features/asset-reports/contract.ts";
import { useDisabledReason, useMembership } from "#features/auth/web/session/session.ts";
import { admits } from "#platform/contract/who.ts";
import { downloadFile } from "#platform/web/http/download.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";

/** For a person's request to know what is stored about them. */
export function ExportBorrower({ id }: { readonly id: string }) {
  const mayExport = admits(exportBorrower.who, useMembership()?.role.name ?? null);
  const disabledReason = useDisabledReason(exportBorrower);
  const download = useMutation({ mutationFn: () => downloadFile(exportBorrower, { id }) });
  if (!mayExport) return null;
  return (
    <>
      <Button disabledReason={disabledReason} isBusy={download.isPending} onClick={() => download.mutate()}>
        Export all data
      </Button>
      {download.error && <Alert tone="stop">{explain(download.error)}</Alert>}
    </>
  );
}
