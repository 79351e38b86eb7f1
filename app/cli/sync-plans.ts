// Creates every offered plan at the card provider. Running it again changes nothing.
import { pino } from "pino";
import { syncPlans } from "#features/billing/server/subscriptions/plans/sync-plans.ts";
import { readProcessConfig } from "../server/config.ts";
import { runCommand } from "./command.ts";
import { withProduct } from "./with-product.ts";

await runCommand(async () => {
  await withProduct(readProcessConfig(), pino({ level: "warn" }), async ({ ctx }) => {
    for (const { name, price, isNew } of await syncPlans(ctx))
      console.log(`${name}: ${price} ${isNew ? "(new)" : "(as before)"}`);
  });
});
