// Owns who may read a borrower beside those who work on it: any organization's for root, and the borrower themselves.
import { BorrowerName, BorrowerSelf, type Borrower } from "#features/borrowers/contract.ts";
import { emailKeyOf } from "#features/identity/server/store.ts";
import { AppError } from "#kit/contract/errors.ts";
import { isVisit } from "#kit/server/actor.ts";
import { findBorrower, reaches, type Asker, type BorrowerDeps } from "./borrowers.ts";
import { isHeldBy } from "./people.ts";
import * as store from "./store.ts";
import type { BorrowerRow } from "./store.ts";

/** As the lender sees it, or, for the person whose own address is the borrower's, as the borrower may. */
export async function findBorrowerForReader(
  { db, across }: Pick<BorrowerDeps, "db" | "across">,
  actor: Asker,
  id: string,
): Promise<Borrower | BorrowerSelf | BorrowerName> {
  const { borrower, isSelf } = await findForReader({ db, across }, actor, id);
  return isSelf ? asSelf(borrower, actor) : borrower;
}

/**
 * What of a borrower they may see themselves, and what a co-borrower may, to whom the rest was not told; of connections
 * their own, as each person's on a loan are.
 */
export function asSelf(borrower: BorrowerRow, { email }: Pick<Asker, "email">): BorrowerSelf | BorrowerName {
  const seen = { ...borrower, items: borrower.items.filter((item) => isHeldBy(item, borrower, email)) };
  return emailKeyOf(email) === emailKeyOf(borrower.email) ? BorrowerSelf.parse(seen) : BorrowerName.parse(seen);
}

/** Who may read a borrower by the address that is theirs, or as a lender does. Throws NOT_FOUND. */
export async function findForReader(
  { db, across }: Pick<BorrowerDeps, "db" | "across">,
  actor: Asker,
  id: string,
): Promise<{ borrower: BorrowerRow; isSelf: boolean }> {
  if (isVisit(actor)) return { borrower: await findBorrower(db, actor, id), isSelf: true };
  const organizationId = await store.readOrganizationOf(db, across, id);
  const borrower = organizationId && (await store.readBorrower(db, across.within(organizationId), id));
  if (!borrower) throw new AppError("NOT_FOUND");
  const isNear = organizationId === actor.organizationId || actor.reach === "all";
  if (isNear && reaches(actor, borrower)) return { borrower, isSelf: false };
  if (actor.ownsEmail && actor.email.toLowerCase() === borrower.email.toLowerCase()) return { borrower, isSelf: true };
  throw new AppError("NOT_FOUND");
}
