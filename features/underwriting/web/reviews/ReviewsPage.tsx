import { Link } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { formatMoney } from "#platform/money/money.ts";
import type { Review } from "#features/underwriting/contract.ts";
import { CONFIRMED_LABELS, KIND_LABELS } from "#features/underwriting/labels.ts";
import { Page } from "#platform/web/parts/Page.tsx";
import { EmptyState, QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { Row, RowList } from "#platform/web/parts/RowList.tsx";
import { DateText, StatusPill } from "#platform/web/parts/Values.tsx";
import { reviews } from "../api.ts";
import { reviewSearch } from "./asked-review.ts";

export function ReviewsPage() {
  const waiting = useQuery(reviews());
  return (
    <Page
      title="Reviews"
      lead="Evidence, confirmations and waivers that wait for someone to accept them. Oldest first."
    >
      <QueryBoundary query={waiting} failed="We couldn't load the reviews">
        {(shown) =>
          shown.length === 0 ? (
            <EmptyState title="Nothing to review">
              What borrowers and colleagues add to a report appears here until someone accepts or rejects it.
            </EmptyState>
          ) : (
            <RowList label="Reviews">
              {shown.map((review) => (
                <ReviewRow key={review.id} review={review} />
              ))}
            </RowList>
          )
        }
      </QueryBoundary>
    </Page>
  );
}

function ReviewRow({ review }: { readonly review: Review }) {
  const { id, borrowerId, borrowerName, loanNumber, addedBy, since, needsOther } = review;
  return (
    <Row
      title={
        <>
          {borrowerName}
          {needsOther && <StatusPill tone="grey">Needs someone else</StatusPill>}
        </>
      }
      about={
        <>
          <p>{whatWords(review)}</p>
          <p>
            {loanNumber !== null && `Loan ${loanNumber}. `}
            Added by {addedBy === null ? "the borrower" : (addedBy.name ?? "a former user")},{" "}
            <DateText at={since} withTime />
          </p>
        </>
      }
      action={
        <Link to="/borrower/asset-report/$id" params={{ id: borrowerId }} search={reviewSearch(id)}>
          Review<span className="visually-hidden"> {`${whatWords(review)}, ${borrowerName}`}</span>
        </Link>
      }
    />
  );
}

function whatWords({ what, kind, confirmation, amountCents }: Review): string {
  if (kind !== null) return `${KIND_LABELS[kind]}${amountCents === null ? "" : `, ${formatMoney(amountCents)}`}`;
  if (confirmation !== null) return `Confirmation: ${CONFIRMED_LABELS[confirmation]}`;
  return what === "waiver" ? "Waiver of a finding" : "Evidence";
}
