import { Alert } from "#kit/web/parts/Alert.tsx";
import { DateText } from "#kit/web/parts/DateText.tsx";
import { FORMAT_WORDS } from "../format-words.ts";
import type { CheckedFile, SignatureState } from "./check-file.ts";
import styles from "./CheckedFileView.module.css";

const SIGNATURES: Readonly<Record<SignatureState, string>> = {
  holds: "Holds: your browser checked it against the product's public key.",
  broken: "Does not hold. Do not rely on this file, and tell whoever gave it to you.",
  untold: "Not checked: this browser does not know Ed25519. The fingerprint alone was compared.",
};

export function CheckedFileView({ checked }: { readonly checked: CheckedFile }) {
  const { name, sha256, signed, signature } = checked;
  return (
    <div className={styles.answer}>
      {signed === null && (
        <Alert tone="stop" title="Not one of ours, or changed">
          No file with these bytes was made here. Even one byte makes it another file: opening a CSV in a spreadsheet
          and saving it is enough. Ask for the file as it was downloaded.
        </Alert>
      )}
      {signed !== null && signature === "broken" && <Alert tone="stop" title="The signature does not hold" />}
      {signed !== null && signature !== "broken" && (
        <Alert tone="ok" title={`Made by ${signed.statement.product} for ${signed.statement.lender}`}>
          On <DateText at={signed.statement.madeAt} />, and not changed since.
        </Alert>
      )}
      <dl className={styles.facts}>
        <dt>File</dt>
        <dd>{name}</dd>
        <dt>SHA-256</dt>
        <dd>{sha256}</dd>
        {signed !== null && (
          <>
            <dt>What it is</dt>
            <dd>
              {FORMAT_WORDS[signed.statement.format].whole} of report {signed.statement.reportId}
            </dd>
            <dt>Data as of</dt>
            <dd>
              <DateText at={signed.statement.asOf} />
            </dd>
            <dt>Judged</dt>
            <dd>
              <DateText at={signed.statement.evaluatedAt} withTime />, by the rules of {signed.statement.ruleSetVersion}
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
