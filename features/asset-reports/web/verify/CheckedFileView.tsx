import { Alert } from "#platform/web/parts/Alert.tsx";
import { DateText } from "#platform/web/parts/DateText.tsx";
import { FORMAT_LABELS } from "../format-labels.ts";
import type { CheckedFile, SignatureState } from "./check-file.ts";
import styles from "./CheckedFileView.module.css";

const SIGNATURES: Readonly<Record<SignatureState, string>> = {
  holds: "Valid. Checked in your browser against the product's public key.",
  broken: "Not valid. Don't rely on this file, and tell the person who sent it to you.",
  untold: "Not checked, because this browser doesn't support Ed25519. Only the fingerprint was compared.",
};

export function CheckedFileView({ checked }: { readonly checked: CheckedFile }) {
  const { name, sha256, signed, signature } = checked;
  return (
    <div className={styles.answer}>
      {signed === null && (
        <Alert tone="stop" title="We can't verify this file">
          It wasn&apos;t issued here, or it has been changed since. Opening and saving a CSV in a spreadsheet is enough
          to change it. Ask for the original download.
        </Alert>
      )}
      {signed !== null && signature === "broken" && <Alert tone="stop" title="The signature isn't valid" />}
      {signed !== null && signature !== "broken" && (
        <Alert tone="ok" title={`Issued by ${signed.statement.product} for ${signed.statement.lender}`}>
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
