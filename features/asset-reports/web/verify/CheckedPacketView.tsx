import { packetPartLabel, PACKET_TITLE } from "#features/asset-reports/labels.ts";
import { findEdition, shortHash } from "#features/underwriting/rules/editions.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { DateText } from "#platform/web/parts/Values.tsx";
import { formatCount } from "#platform/text/text.ts";
import type { CheckedPacket } from "./packet-signature.ts";
import styles from "./VerifyPage.module.css";

const PARTS_SHOWN = 50;
const SIGNATURES: Readonly<Record<CheckedPacket["state"], string>> = {
  holds: "Valid. Checked in your browser against the product's public key.",
  broken: "Not valid. Don't rely on this file, and tell the person who sent it to you.",
  otherKey: "Not by the key that signs here now.",
  untold: "Not checked, because this browser doesn't support Ed25519.",
};

export function CheckedPacketView({ checked }: { readonly checked: CheckedPacket }) {
  const { name, sha256, statement, publicKey, state } = checked;
  return (
    <div className={styles.checkedFileViewAnswer}>
      <Verdict checked={checked} />
      <dl className={styles.facts}>
        <dt>File</dt>
        <dd>{name}</dd>
        <dt>Type</dt>
        <dd>{PACKET_TITLE}. It describes the rules and isn&apos;t about a borrower.</dd>
        {state === "holds" && (
          <>
            <dt>Period</dt>
            <dd>
              <DateText at={statement.from} /> to <DateText at={statement.to} />
            </dd>
            <dt>Rules</dt>
            <dd>
              {statement.edition.ruleSetVersion}, {statement.edition.hash}
            </dd>
          </>
        )}
        <dt>SHA-256</dt>
        <dd>{sha256}</dd>
        <dt>Signature</dt>
        <dd>{SIGNATURES[state]}</dd>
        <dt>Public key</dt>
        <dd>{publicKey}</dd>
      </dl>
    </div>
  );
}

/** Without a valid signature by the product's key, nothing that the file says of itself is repeated. */
function Verdict({ checked: { state, changed, statement } }: { readonly checked: CheckedPacket }) {
  const { product, lender, madeAt, edition, format } = statement;
  if (state === "untold")
    return (
      <Alert tone="ask" title="We can't check this file in this browser">
        It has a signature that this browser can&apos;t verify. Open this page in a current browser.
      </Alert>
    );
  if (state === "otherKey")
    return (
      <Alert tone="stop" title="Signed with another key">
        The key isn&apos;t the one that signs here now. Anyone can make such a file, so don&apos;t rely on it unless you
        know the key. Ask the lender for a new download.
      </Alert>
    );
  if (state === "broken")
    return (
      <Alert tone="stop" title="The signature isn't valid">
        What the file states about itself was changed after it was signed: the lender, the period, the edition, the day
        or its fingerprint. Ask for the original download.
      </Alert>
    );
  if (changed !== null)
    return (
      <>
        <Alert tone="stop" title="This file was changed after it was signed">
          {product} made a governance packet for {lender} on <DateText at={madeAt} />.{" "}
          {format === "pdf"
            ? "The pages of this file are no longer the ones that were signed."
            : changed.length === 0
              ? "Entries of this file were moved, or a name occurs twice."
              : `${formatCount(changed.length, "part differs", "parts differ")} from it.`}{" "}
          Ask for the original download.
        </Alert>
        {changed.length > 0 && <ChangedParts all={changed} />}
      </>
    );
  return (
    <>
      <Alert tone="ok" title={`Governance packet by ${product} for ${lender}`}>
        Made on <DateText at={madeAt} />. This file hasn&apos;t been changed.
      </Alert>
      {!findEdition(edition.hash) && (
        <Alert tone="ask" title="Its edition of the rules isn't known here">
          Edition {shortHash(edition.hash)} (guideline set {edition.ruleSetVersion}) may be newer than this page. Reload
          the page, or ask {product} for it, before you rerun an answer.
        </Alert>
      )}
    </>
  );
}

function ChangedParts({ all }: { readonly all: readonly string[] }) {
  const rest = all.length - PARTS_SHOWN;
  return (
    <ul className={styles.differences} role="list" aria-label="Parts that differ">
      {all.slice(0, PARTS_SHOWN).map((part) => (
        <li key={part}>{packetPartLabel(part)}</li>
      ))}
      {rest > 0 && <li>And {formatCount(rest, "more part", "more parts")}.</li>}
    </ul>
  );
}
