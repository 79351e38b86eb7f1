import { useQuery } from "@tanstack/react-query";
import type { Edition } from "#features/underwriting/contract.ts";
import { shortHash } from "#features/underwriting/rules/editions.ts";
import { formatCount } from "#platform/text/text.ts";
import { Page, Section } from "#platform/web/parts/Page.tsx";
import { QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { Row, RowList } from "#platform/web/parts/RowList.tsx";
import { DateText, StatusPill } from "#platform/web/parts/Values.tsx";
import { editions } from "./api.ts";
import { BackTestPanel } from "./BackTestPanel.tsx";
import styles from "./BackTests.module.css";

export function EditionsPage() {
  const all = useQuery(editions());
  return (
    <Page
      title="Rule Editions"
      lead="Each edition is a sealed set of underwriting rules. A new edition changes no evaluation by itself: see what would change, then choose which borrowers to evaluate again."
    >
      <QueryBoundary query={all} failed="We couldn't load the editions">
        {(known) => {
          const current = known.find(({ isCurrent }) => isCurrent);
          return (
            <>
              {current && (
                <Section title="Open borrowers">
                  <BackTestPanel
                    subject={{ kind: "edition", edition: current.hash }}
                    startLabel="See what would change"
                    about={openFilesText(known)}
                  />
                </Section>
              )}
              <Section title="Editions">
                <RowList label="Editions">
                  {known.map((edition) => (
                    <EditionRow key={edition.hash} edition={edition} replacedBy={replacementOf(edition, known)} />
                  ))}
                </RowList>
              </Section>
            </>
          );
        }}
      </QueryBoundary>
    </Page>
  );
}

function openFilesText(known: readonly Edition[]): string {
  const open = known.reduce((sum, { openFiles }) => sum + openFiles, 0);
  const earlier = known.reduce((sum, { openFiles, isCurrent }) => sum + (isCurrent ? 0 : openFiles), 0);
  if (open === 0) return "No open borrower has an evaluated report yet.";
  if (earlier === 0)
    return open === 1
      ? "The one open borrower with a report was evaluated under the current edition."
      : `All ${formatCount(open, "open borrower")} with a report were evaluated under the current edition.`;
  return `${earlier} of ${formatCount(open, "open borrower")} with a report ${earlier === 1 ? "was" : "were"} evaluated under an earlier edition. The test evaluates their reports in the background and changes nothing.`;
}

/** The newest edition that answers for the same application dates; `known` has the newest first. */
function replacementOf(edition: Edition, known: readonly Edition[]): Edition | undefined {
  return known.slice(0, known.indexOf(edition)).find(({ effectiveFrom }) => effectiveFrom <= edition.effectiveFrom);
}

interface EditionRowProps {
  readonly edition: Edition;
  readonly replacedBy: Edition | undefined;
}

function EditionRow({ edition, replacedBy }: EditionRowProps) {
  const { hash, ruleSetVersion, effectiveFrom, changes, isCurrent, openFiles } = edition;
  return (
    <Row
      title={
        <>
          {ruleSetVersion}
          {isCurrent && <StatusPill tone="green">Used for new evaluations</StatusPill>}
        </>
      }
      about={
        <>
          <p>{changes}</p>
          <p>
            {replacedBy ? (
              `Replaced by ${replacedBy.ruleSetVersion}.`
            ) : (
              <>
                In effect for application dates from <DateText at={effectiveFrom} />.
              </>
            )}
            {" Edition "}
            <code className={styles.hash} title={hash}>
              {shortHash(hash)}
            </code>
            . {openFiles > 0 && `${formatCount(openFiles, "open borrower")} evaluated under it.`}
          </p>
        </>
      }
    />
  );
}
