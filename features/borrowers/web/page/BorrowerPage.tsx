// One borrower: what to do now, who they are, what has happened.
import type { ReactNode } from "react";
import { fullName, type Borrower } from "#features/borrowers/contract.ts";
import { LinkButton } from "#kit/web/parts/Button.tsx";
import { Loaded } from "#kit/web/parts/Loaded.tsx";
import { Page } from "#kit/web/parts/Page.tsx";
import { Skeleton } from "#kit/web/parts/Skeleton.tsx";
import { usePageTitle } from "#kit/web/page-title.ts";
import { useParam } from "#kit/web/use-param.ts";
import { BorrowerStatusPill } from "../BorrowerStatusPill.tsx";
import { useBorrower } from "../data.ts";
import { loanTitle } from "../loan-title.ts";
import { BorrowerFacts } from "./BorrowerFacts.tsx";
import styles from "./BorrowerPage.module.css";
import { BorrowerProgress } from "./BorrowerProgress.tsx";
import type { TimelineStep } from "./timeline.ts";

interface BorrowerPageProps {
  /** What else has happened, for the timeline. */
  readonly marks?: readonly TimelineStep[];
  /** How far the people on the loan are with their visits. */
  readonly visits?: (borrower: Borrower) => ReactNode;
}

export function BorrowerPage({ marks, visits }: BorrowerPageProps) {
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
      <Loaded query={borrower} failed="The borrower could not be loaded" skeleton={<Skeleton lines={8} />}>
        {(shown) => (
          <div className={styles.columns}>
            <BorrowerProgress borrower={shown} marks={marks} onRefused={() => void borrower.refetch()} />
            <BorrowerFacts borrower={shown} hasNotes={!borrower.isPlaceholderData} visits={visits?.(shown)} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}
