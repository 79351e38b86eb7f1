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
import { EDITIONS, shortHash } from "#features/underwriting/rules/editions.ts";
import { sha256Hex } from "#platform/text/sha256.ts";
import { send } from "#platform/web/http/client.ts";
import { RerunFailure, RerunResult } from "./RerunResult.tsx";
import { addressOf, rerunReport } from "./rerun-report.ts";
import { CheckedPacketView } from "./CheckedPacketView.tsx";
import { type CheckedPacket, checkPacket } from "./packet-signature.ts";
import { checkSignature, type SignatureState } from "./signatures.ts";

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
          It wasn&apos;t issued here, or it has been changed since.
          {name.toLowerCase().endsWith(".csv") &&
            " Opening and saving a CSV in a spreadsheet is enough to change it."}{" "}
          Ask for the original download.
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

function CheckedView({ checked }: { readonly checked: CheckedFile | CheckedPacket }) {
  return "state" in checked ? <CheckedPacketView checked={checked} /> : <CheckedFileView checked={checked} />;
}

// Anyone can check a report's file here without an account. The file stays on their device.
export function VerifyPage() {
  const { productName } = currentConfig();
  const check = useMutation({ mutationFn: checkFile });
  const rerun = useMutation({ mutationFn: rerunReport });
  const isPending = check.isPending || rerun.isPending;
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>Verify a report</h1>
      <p className={styles.lead}>
        Check that a report came from {productName} and hasn&apos;t been changed. For a report&apos;s JSON, the rules
        also run again in your browser. Your file stays on your computer: only its fingerprint is sent.
      </p>
      <DropZone
        label="Report file"
        accept=".pdf,.json,.csv,.xml"
        text="Drop a file here, or"
        choose="Choose a file"
        isBusy={isPending}
        onFiles={([file]) => {
          if (!file) return;
          check.mutate(file);
          rerun.mutate(file);
        }}
      />
      <div aria-live="polite" className={styles.answer}>
        {check.error && !isPending && <Alert tone="stop">{explainFailure(check.error)}</Alert>}
        {check.data && !isPending && <CheckedView checked={check.data} />}
        {rerun.error && !isPending && <RerunFailure error={rerun.error} />}
        {rerun.data && !isPending && <RerunResult rerun={rerun.data} />}
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
        <p>A governance packet carries its signature and isn&apos;t stored. Checking one sends nothing about it.</p>
        <p>
          Each evaluation names the edition of the rules that gave it. An edition is one file, named by its SHA-256,
          that never changes. It reads no clock, network or language settings, so the same report always has the same
          answer. To rerun one offline, use <code>npx keyturn evaluate report.json</code>.
        </p>
      </section>
      <section className={styles.more}>
        <h2>Editions of the rules</h2>
        <ul className={styles.editions} role="list">
          {EDITIONS.toReversed().map((edition) => (
            <li key={edition.hash}>
              <a href={addressOf(edition)} download={`${edition.hash}.js`}>
                {shortHash(edition.hash)}
              </a>
              , guideline set {edition.ruleSetVersion}. {edition.changes}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function explainFailure(error: Error): string {
  return error instanceof ApiError ? explain(error) : "We couldn't read the file. Choose it again.";
}

interface CheckedFile {
  readonly name: string;
  readonly sha256: string;
  /** The signed statement; `null`: we made no such file. */
  readonly signed: SignedFile | null;
  readonly supersededAt: string | null;
  readonly signature: SignatureState;
}

/** The file itself never leaves the browser. Throws ApiError; a TypeError if it cannot be read. */
async function checkFile(file: File): Promise<CheckedFile | CheckedPacket> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const packet = await checkPacket(file.name, bytes);
  if (packet) return packet;
  const sha256 = await sha256Hex(bytes);
  const { file: signed, supersededAt } = await send(verifyReportFile, { sha256 });
  const signature = signed === null ? "untold" : await signatureOf(signed, sha256);
  return { name: file.name, sha256, signed, supersededAt, signature };
}

async function signatureOf(signed: SignedFile, sha256: string): Promise<SignatureState> {
  return signed.statement.sha256 === sha256 ? checkSignature(signed) : "broken";
}
