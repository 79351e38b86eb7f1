import type { ReactNode } from "react";
import { fullName, type Borrower } from "#features/borrowers/contract.ts";
import { LinkButton } from "#platform/web/parts/Button.tsx";
import { QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { Page } from "#platform/web/parts/Page.tsx";
import { Skeleton } from "#platform/web/parts/Skeleton.tsx";
import { usePageTitle } from "#platform/web/page-title.ts";
import { useParam } from "#platform/web/use-param.ts";
import { BorrowerStatusPill } from "../BorrowerStatusPill.tsx";
import { useBorrower } from "../data.ts";
import { loanTitle } from "../loan-title.ts";
import { BorrowerFacts } from "./BorrowerFacts.tsx";
import styles from "./BorrowerPage.module.css";
import { BorrowerProgress } from "./BorrowerProgress.tsx";
import type { TimelineStep } from "./timeline.ts";

interface BorrowerPageProps {
  /** More events for the timeline. */
  readonly marks?: readonly TimelineStep[];
  /** How far the people on the loan are with their visits. */
  readonly links?: (borrower: Borrower) => ReactNode;
}

export function BorrowerPage({ marks, links }: BorrowerPageProps) {
  const id = useParam("id");
  const borrower = useBorrower(id);
  const { data } = borrower;
  usePageTitle(loanTitle(data));
  return (
    <Page
      title={data ? fullName(data) : "Borrower"}
      back={{ to: "/account/borrowers/all", label: "Borrowers" }}
      aside={data && <BorrowerStatusPill status={data.status} />}
      action={
        data && (
          <>
            <LinkButton to={`/account/borrowers/edit/${id}`}>Edit</LinkButton>
            <LinkButton to={`/borrower/asset-report/${id}`} variant="primary">
              Asset report
            </LinkButton>
          </>
        )
      }
    >
      <QueryBoundary query={borrower} failed="We couldn't load the borrower" skeleton={<Skeleton lines={8} />}>
        {(shown) => (
          <div className={styles.columns}>
            <BorrowerProgress borrower={shown} marks={marks} onRefused={() => void borrower.refetch()} />
            <BorrowerFacts borrower={shown} hasNotes={!borrower.isPlaceholderData} links={links?.(shown)} />
          </div>
        )}
      </QueryBoundary>
    </Page>
  );
}
