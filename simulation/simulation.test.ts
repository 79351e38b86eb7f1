import { expect, test } from "vitest";
import { findContradictions } from "./invariants.ts";
import { openLender } from "./lender.ts";
import { randomOf } from "./random.ts";
import { BEGINS_AT, liveOneMonth } from "./simulation.ts";
import { openWorld } from "./world.ts";

const MINUTES = 60_000;

test(
  "two lenders live two months with failures and a kill: every invariant holds, and violations are reported",
  { timeout: 8 * MINUTES },
  async () => {
    const world = await openWorld(BEGINS_AT);
    try {
      await world.start();
      const lenders = [
        await openLender(world, randomOf(1), "officer-1"),
        await openLender(world, randomOf(2), "officer-2"),
      ];
      for (const act of ["new borrower", "consent and bank", "report", "subscribe"] as const)
        for (const lender of lenders) await lender.does(act);
      await world.kill();
      await world.start();
      for (const seed of [3, 4]) await liveOneMonth(world, randomOf(seed), lenders, () => undefined);
      await world.settle();
      const evidence = { stripe: world.stripe, lenders, evaluations: new Map<string, string>() };
      await world.inspect(async (engine) => {
        expect(await findContradictions({ engine, ...evidence })).toEqual([]);
        for (const [change, contradicted] of CONTRADICTIONS) {
          await engine.owner.execute(`begin; set session_replication_role = replica; ${change}`);
          const found = await findContradictions({ engine, ...evidence });
          await engine.owner.execute("rollback");
          const names = found.map((one) => one.split(":")[0]);
          expect(names, change).toContain(contradicted);
        }
      });
    } finally {
      await world.close();
    }
  },
);

const CONTRADICTIONS = [
  ["update statements set amount = amount + 1, subtotal = subtotal + 1", "a statement is the sum of its lines"],
  [
    "update statements set sequence = sequence + 1000",
    "statements are numbered without a gap, and no two months overlap",
  ],
  [
    "update line_items set billable_at = billable_at + interval '1 year'",
    "a statement holds every line of its time that was known, and no later one",
  ],
  ["delete from line_items where type = 'asset_report'", "a ready report is charged once, and no other is"],
  [
    "update asset_reports set state = 'generating' where id = (select min(id::text)::uuid from asset_reports)",
    "no report is in progress",
  ],
  ["delete from asset_report_contents", "a ready report has its data and its evaluation"],
  ["update consents set given_at = now() + interval '1 year'", "no bank is asked without a consent given before"],
  ["update evaluations set rule_set_version = 'another'", "an evaluation never changes"],
  ["delete from borrowers", "every acknowledged write is there"],
  ["update audit_rows set action = 'another' where seq = 2", "the audit chain is whole"],
  [
    "update statements set stripe_invoice_id = 'in_' || id where amount > paid_before",
    "each statement with something due is one invoice of that sum",
  ],
] as const;
