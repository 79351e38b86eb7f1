// Owns taking along all that is kept about oneself.
import { useMutation } from "@tanstack/react-query";
import { exportOwnData } from "#features/account/contract.ts";
import { downloadFile } from "#kit/web/http/download.ts";
import { explain } from "#kit/web/http/explain.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { ProgressBar } from "#kit/web/parts/ProgressBar.tsx";
import styles from "./Settings.module.css";

export function ExportData() {
  const save = useMutation({ mutationFn: () => downloadFile(exportOwnData, {}) });
  return (
    <div className={styles.part}>
      <p className={styles.told}>
        All that we keep about you as a file: who you are, your memberships, your devices, what you did here.
      </p>
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
