import { randomUUID } from "node:crypto";
import type { Lender } from "#testing/lender.ts";
import type { TestProduct } from "#testing/product.ts";
import { REPORT_PRICES } from "#features/billing/contract.ts";
import { chargeReport, chargeSubscription } from "./charges/ledger.ts";

type Whose = Pick<Lender, "organizationId">;

/** A report of some borrower that became ready then. */
export async function aReportLine(
  test: TestProduct,
  { organizationId }: Whose,
  { at = new Date().toISOString(), borrowerId = randomUUID(), type = "asset_report" as const, loanNumber = null } = {},
): Promise<void> {
  const { db, system } = test.product.ctx;
  const scope = system.within(organizationId);
  const report = { id: randomUUID(), borrowerId, loanNumber, priceType: type, price: REPORT_PRICES[type], readyAt: at };
  await db.transaction(scope, (tx) => chargeReport(tx, scope, report));
}

/** A charge that the card provider made by itself. */
export async function aSubscriptionLine(
  test: TestProduct,
  { organizationId }: Whose,
  { at = new Date().toISOString(), amount = 2500, invoiceId = `in_${randomUUID()}` } = {},
): Promise<void> {
  const { db, system } = test.product.ctx;
  const scope = system.within(organizationId);
  const charge = { invoiceId, amount, at, description: "Basic monthly" };
  await db.transaction(scope, (tx) => chargeSubscription(tx, scope, charge));
}

/** As if the organization joined at that time and no month was closed yet. */
export async function since(test: TestProduct, { organizationId }: Whose, at: string, zone = "America/New_York") {
  await test.asOwner(
    "update organizations set created_at = $2, timezone = $3, billed_until = null, next_close_at = null where id = $1",
    [organizationId, at, zone],
  );
}
