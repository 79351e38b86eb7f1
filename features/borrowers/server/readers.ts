import { isSameEmail } from "#platform/text/email.ts";
import type { Context } from "#platform/server/context.ts";
import { BorrowerName, BorrowerSelf, type Borrower } from "#features/borrowers/contract.ts";
import { AppError } from "#platform/contract/errors.ts";
import { isBorrowerSession } from "#platform/server/actor.ts";
import { findBorrower, reaches, type Principal } from "./borrowers.ts";
import { isHeldBy } from "./people.ts";
import * as store from "./store.ts";
import type { BorrowerRow } from "./store.ts";

/**
 * The borrower as the lender sees it or, for the person whose own address is the borrower's, the parts a borrower may
 * see.
 */
export async function findBorrowerForReader(
  ctx: Context,
  actor: Principal,
  id: string,
): Promise<Borrower | BorrowerSelf | BorrowerName> {
  const { borrower, isSelf } = await findForReader(ctx, actor, id);
  return isSelf ? asSelf(borrower, actor) : borrower;
}

/**
 * The parts of a borrower that they may see themselves, or the parts for a co-borrower, who must not see the rest. Of
 * the connections each person on the loan sees only their own.
 */
export function asSelf(borrower: BorrowerRow, { email }: Pick<Principal, "email">): BorrowerSelf | BorrowerName {
  const seen = { ...borrower, items: borrower.items.filter((item) => isHeldBy(item, borrower, email)) };
  return isSameEmail(email, borrower.email) ? BorrowerSelf.parse(seen) : BorrowerName.parse(seen);
}

/** Finds a borrower for a person who may read it by their own email address, or as the lender. Throws NOT_FOUND. */
export async function findForReader(
  { db, system }: Context,
  actor: Principal,
  id: string,
): Promise<{ borrower: BorrowerRow; isSelf: boolean }> {
  if (isBorrowerSession(actor)) return { borrower: await findBorrower(db, actor, id), isSelf: true };
  const organizationId = await store.readOrganizationOf(db, system, id);
  const borrower = organizationId && (await store.readBorrower(db, system.within(organizationId), id));
  if (!borrower) throw new AppError("NOT_FOUND");
  const isNear = organizationId === actor.organizationId || actor.reach === "all";
  if (isNear && reaches(actor, borrower)) return { borrower, isSelf: false };
  if (actor.ownsEmail && isSameEmail(actor.email, borrower.email)) return { borrower, isSelf: true };
  throw new AppError("NOT_FOUND");
}
