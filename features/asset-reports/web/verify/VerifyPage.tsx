import { useMutation } from "@tanstack/react-query";
import { currentConfig } from "#platform/web/config.ts";
import { ApiError } from "#platform/web/http/api-error.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { DropZone } from "#platform/web/parts/FileButton.tsx";
import styles from "./VerifyPage.module.css";
import { DateText } from "#platform/web/parts/Values.tsx";
import { FORMAT_LABELS } from "../../labels.ts";
import { verifyReportFile, type SignedFile } from "#features/asset-reports/contract.ts";
import { canonicalJson } from "#platform/contract/canonical-json.ts";
import { send } from "#platform/web/http/client.ts";

const SIGNATURES: Readonly<Record<SignatureState, string>> = {
  holds: "Valid. Checked in your browser against the product's public key.",
  broken: "Not valid. Don't rely on this file, and tell the person who sent it to you.",
  untold: "Not checked, because this browser doesn't support Ed25519. Only the fingerprint was compared.",
};

function CheckedFileView({ checked }: { readonly checked: CheckedFile }) {
  const { name, sha256, signed, supersededAt, signature } = checked;
  return (
    <div className={styles.checkedFileViewAnswer}>
      {signed === null && (
        <Alert tone="stop" title="We can't verify this file">
          It wasn&apos;t issued here, or it has been changed since. Opening and saving a CSV in a spreadsheet is enough
          to change it. Ask for the original download.
        </Alert>
      )}
      {signed !== null && signature === "broken" && <Alert tone="stop" title="The signature isn't valid" />}
      {supersededAt !== null && (
        <Alert tone="ask" title="A newer version exists">
          The report was evaluated again on <DateText at={supersededAt} withTime />. Ask the lender for the newest
          version.
        </Alert>
      )}
      {signed !== null && signature !== "broken" && (
        <Alert
          tone={supersededAt === null ? "ok" : "ask"}
          title={`Issued by ${signed.statement.product} for ${signed.statement.lender}`}
        >
          On <DateText at={signed.statement.madeAt} />. This file hasn&apos;t been changed.
        </Alert>
      )}
      <dl className={styles.facts}>
        <dt>File</dt>
        <dd>{name}</dd>
        <dt>SHA-256</dt>
        <dd>{sha256}</dd>
        {signed !== null && (
          <>
            <dt>Type</dt>
            <dd>
              {FORMAT_LABELS[signed.statement.format].whole} of report {signed.statement.reportId}
            </dd>
            <dt>Data as of</dt>
            <dd>
              <DateText at={signed.statement.asOf} />
            </dd>
            <dt>Evaluated</dt>
            <dd>
              <DateText at={signed.statement.evaluatedAt} withTime />, guideline set {signed.statement.ruleSetVersion}
            </dd>
            <dt>Signature</dt>
            <dd>{SIGNATURES[signature]}</dd>
            <dt>Public key</dt>
            <dd>{signed.publicKey}</dd>
          </>
        )}
      </dl>
    </div>
  );
}

// Anyone can check a report's file here without an account. The file stays on their device.
export function VerifyPage() {
  const { productName } = currentConfig();
  const check = useMutation({ mutationFn: checkFile });
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>Verify a report</h1>
      <p className={styles.lead}>
        Check that a report came from {productName} and hasn&apos;t been changed. Your file stays on your computer. We
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
          Every report file that {productName} makes is stored with its SHA-256 fingerprint and an Ed25519 signature. If
          one byte changes, the fingerprint no longer matches.
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

/** `untold`: this browser cannot verify Ed25519. */
type SignatureState = "holds" | "broken" | "untold";

interface CheckedFile {
  readonly name: string;
  readonly sha256: string;
  /** The signed statement; `null`: we made no such file. */
  readonly signed: SignedFile | null;
  readonly supersededAt: string | null;
  readonly signature: SignatureState;
}

/** The file itself never leaves the browser. Throws ApiError; a TypeError if it cannot be read. */
async function checkFile(file: File): Promise<CheckedFile> {
  const sha256 = await hashOf(await file.arrayBuffer());
  const { file: signed, supersededAt } = await send(verifyReportFile, { sha256 });
  const signature = signed === null ? "untold" : await checkSignature(signed, sha256);
  return { name: file.name, sha256, signed, supersededAt, signature };
}

async function hashOf(bytes: ArrayBuffer): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function checkSignature(
  { statement, signature, publicKey }: SignedFile,
  sha256: string,
): Promise<SignatureState> {
  if (statement.sha256 !== sha256) return "broken";
  try {
    const key = await crypto.subtle.importKey("raw", bytesOf(publicKey), "Ed25519", false, ["verify"]);
    const text = new TextEncoder().encode(canonicalJson(statement));
    return (await crypto.subtle.verify("Ed25519", key, bytesOf(signature), text)) ? "holds" : "broken";
  } catch {
    return "untold"; // older browsers do not support Ed25519
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}
