// Anyone can check a report's file here without an account. The file stays on their device.
import { useMutation } from "@tanstack/react-query";
import { currentConfig } from "#platform/web/config.ts";
import { ApiError } from "#platform/web/http/api-error.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { DropZone } from "#platform/web/parts/DropZone.tsx";
import { checkFile } from "./check-file.ts";
import { CheckedFileView } from "./CheckedFileView.tsx";
import styles from "./VerifyPage.module.css";

export function VerifyPage() {
  const { productName } = currentConfig();
  const check = useMutation({ mutationFn: checkFile });
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>Verify a report</h1>
      <p className={styles.lead}>
        Check that a report came from {productName}and hasn&apos;t been changed. Your file stays on your computer. We
        compare only its fingerprint.
      </p>
      <DropZone
        label="Report file"
        accept=".pdf,.json,.csv"
        text="Drop a file here, or"
        choose="Choose a file"
        isBusy={check.isPending}
        onFiles={([file]) => file && check.mutate(file)}
      />
      <div aria-live="polite" className={styles.answer}>
        {check.error && <Alert tone="stop">{explainFailure(check.error)}</Alert>}
        {check.data && !check.isPending && <CheckedFileView checked={check.data} />}
      </div>
      <section className={styles.more}>
        <h2>How it works</h2>
        <p>
          Every file downloaded from {productName}, as PDF, JSON or CSV, is stored with its SHA-256 fingerprint and an
          Ed25519 signature. If one byte changes, the fingerprint no longer matches.
        </p>
        <p>
          You can also check signatures offline with OpenSSL. Reports can&apos;t be searched here. Details are shown
          only to someone who has the file.
        </p>
      </section>
    </div>
  );
}

function explainFailure(error: Error): string {
  return error instanceof ApiError ? explain(error) : "We couldn't read the file. Choose it again.";
}
