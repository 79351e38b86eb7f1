// Owns how tests bring charges into being and months to their end: by the same rules as the product.
import { randomUUID } from "node:crypto";
import type { Lender } from "#app/test-lender.ts";
import type { TestProduct } from "#app/test-product.ts";
import { REPORT_PRICES } from "#features/report-prices/rules/report-prices.ts";
import { chargeReport, chargeSubscription } from "./charges/ledger.ts";

type Whose = Pick<Lender, "organizationId">;

/** A report of some borrower that became ready then. */
export async function aReportLine(
  test: TestProduct,
  { organizationId }: Whose,
  { at = new Date().toISOString(), borrowerId = randomUUID(), type = "asset_report" as const, loanNumber = null } = {},
): Promise<void> {
  const { db, across } = test.product.billing;
  const scope = across.within(organizationId);
  const report = { id: randomUUID(), borrowerId, loanNumber, priceType: type, price: REPORT_PRICES[type], readyAt: at };
  await db.transaction(scope, (tx) => chargeReport(tx, scope, report));
}

/** What the card provider charged by itself. */
export async function aSubscriptionLine(
  test: TestProduct,
  { organizationId }: Whose,
  { at = new Date().toISOString(), amount = 2500, providerInvoiceId = `in_${randomUUID()}` } = {},
): Promise<void> {
  const { db, across } = test.product.billing;
  const scope = across.within(organizationId);
  const charge = { providerInvoiceId, amount, at, description: "Basic monthly" };
  await db.transaction(scope, (tx) => chargeSubscription(tx, scope, charge));
}

/** As if the organization had come so long ago and nothing was closed yet. */
export async function since(test: TestProduct, { organizationId }: Whose, at: string, zone = "America/New_York") {
  await test.asOwner(
    "update organizations set created_at = $2, timezone = $3, billed_until = null, next_close_at = null where id = $1",
    [organizationId, at, zone],
  );
}
