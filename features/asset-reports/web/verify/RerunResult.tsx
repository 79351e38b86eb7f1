import {
  NotReproducible,
  shownValues,
  type Difference,
  type Reproduction,
} from "#features/asset-reports/rules/reproduce.ts";
import { type Edition, shortHash } from "#features/underwriting/rules/editions.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { formatCount, formatList } from "#platform/text/text.ts";
import styles from "./VerifyPage.module.css";
import type { Rerun } from "./rerun-report.ts";

const DIFFERENCES_SHOWN = 50;
const PARTS: Readonly<Record<Reproduction["changed"][number], string>> = {
  report: "the bank data",
  previousReport: "the earlier report",
  inputs: "the loan, evidence or decisions",
};

const nameOf = ({ hash, ruleSetVersion }: Edition) => `Edition ${shortHash(hash)} (guideline set ${ruleSetVersion})`;

export function RerunResult({ rerun }: { readonly rerun: Rerun }) {
  const { edition, changed, differences } = rerun;
  if (changed.length === 0 && differences.length === 0)
    return (
      <Alert tone="ok" title="The rules give the same evaluation">
        {nameOf(edition)} ran in your browser on the data in this file and gives its evaluation byte for byte. Who
        issued the file is shown by its signature.
      </Alert>
    );
  return (
    <>
      {changed.length > 0 && (
        <Alert tone="stop" title="The data in this file was changed">
          What differs from what was evaluated: {formatList(changed.map((part) => PARTS[part]))}.
        </Alert>
      )}
      {differences.length > 0 && (
        <>
          <Alert tone="stop" title="The rules give another evaluation">
            {nameOf(edition)} ran in your browser on the data in this file.{" "}
            {formatCount(differences.length, "value differs", "values differ")}.
          </Alert>
          <Differences all={differences} />
        </>
      )}
    </>
  );
}

function Differences({ all }: { readonly all: readonly Difference[] }) {
  const rest = all.length - DIFFERENCES_SHOWN;
  return (
    <ul className={styles.differences} role="list" aria-label="Values that differ">
      {all.slice(0, DIFFERENCES_SHOWN).map((difference) => {
        const { stored, given } = shownValues(difference);
        return (
          <li key={difference.path}>
            <code>{difference.path}</code>
            <dl>
              <dt>In the file</dt>
              <dd>{stored}</dd>
              <dt>Edition gives</dt>
              <dd>{given}</dd>
            </dl>
          </li>
        );
      })}
      {rest > 0 && <li>And {formatCount(rest, "more value", "more values")}.</li>}
    </ul>
  );
}

export function RerunFailure({ error }: { readonly error: Error }) {
  return (
    <Alert tone="ask" title="The rules can't be rerun">
      {error instanceof NotReproducible ? error.message : "We couldn't read the file. Choose it again."}
    </Alert>
  );
}
