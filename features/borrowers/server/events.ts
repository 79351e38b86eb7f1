import type { Actor } from "#platform/server/actor.ts";
import { defineEvent } from "#platform/server/events.ts";
import type { Scope } from "#platform/server/database/scope.ts";
import type { BorrowerRow } from "./queries.ts";

/** A member invited, edited or closed a borrower. The publisher holds the borrower's lock. */
export const borrowerChanged = defineEvent<{
  readonly actor: Actor;
  readonly change: "invited" | "edited" | "closed";
  readonly before: BorrowerRow;
  readonly after: BorrowerRow;
}>("borrowerChanged");

/** Someone asked the lender to look at the borrower. The publisher holds the borrower's lock. */
export const lenderNotified = defineEvent<{ readonly scope: Scope; readonly borrower: BorrowerRow }>("lenderNotified");

/** The loan, or who is on it, changed. The publisher holds the borrower's lock. */
export const loanTermsChanged = defineEvent<{ readonly actor: Actor; readonly borrowerId: string }>("loanTermsChanged");

/**
 * A borrower is about to be deleted with everything that belongs to them. Handlers queue what has to be removed outside
 * the database. The publisher holds the borrower's lock.
 */
export const borrowerDeleted = defineEvent<{ readonly scope: Scope; readonly borrowerId: string }>("borrowerDeleted");
