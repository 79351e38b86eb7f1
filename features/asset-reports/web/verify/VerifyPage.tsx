// Where anybody checks a file of a report: no account, and the file stays where it is.
import { useMutation } from "@tanstack/react-query";
import { currentConfig } from "#kit/web/config.ts";
import { ApiError } from "#kit/web/http/api-error.ts";
import { explain } from "#kit/web/http/explain.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { DropZone } from "#kit/web/parts/DropZone.tsx";
import { checkFile } from "./check-file.ts";
import { CheckedFileView } from "./CheckedFileView.tsx";
import styles from "./VerifyPage.module.css";

export function VerifyPage() {
  const { productName } = currentConfig();
  const check = useMutation({ mutationFn: checkFile });
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>Check a report file</h1>
      <p className={styles.lead}>
        Was this asset report made by {productName}, and is it as it was made? Choose the file: it is not uploaded. Your
        browser computes its fingerprint, and only that is looked up.
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
          Every file that is downloaded from {productName}, as PDF, JSON or CSV, is kept with its SHA-256 and a
          signature (Ed25519). Change one byte, and the fingerprint is another.
        </p>
        <p>
          A downloaded file of signatures says the same without us: it can be checked offline with OpenSSL. What a file
          says is only shown to those who have it; nothing can be searched here.
        </p>
      </section>
    </div>
  );
}

function explainFailure(error: Error): string {
  return error instanceof ApiError ? explain(error) : "The file could not be read. Choose it again.";
}
