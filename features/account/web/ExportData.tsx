import { useMutation } from "@tanstack/react-query";
import { exportOwnData } from "#features/account/contract.ts";
import { downloadFile } from "#platform/web/http/download.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { ProgressBar } from "#platform/web/parts/ProgressBar.tsx";
import styles from "./Settings.module.css";

export function ExportData() {
  const save = useMutation({ mutationFn: () => downloadFile(exportOwnData, {}) });
  return (
    <div className={styles.part}>
      <p className={styles.description}>Download a copy of your profile, memberships, devices and activity.</p>
      <div>
        <Button isBusy={save.isPending} onClick={() => save.mutate()}>
          Download your data
        </Button>
      </div>
      {save.isPending && <ProgressBar label="Downloading your data" value={null} />}
      {save.error && <Alert tone="stop">{explain(save.error)}</Alert>}
      {save.isSuccess && <Alert tone="ok">Saved as {save.data}.</Alert>}
    </div>
  );
}
