// Tells the card provider of every plan that is offered; run again it changes nothing.
import { pino } from "pino";
import { syncPlans } from "#features/subscriptions/server/plans/sync-plans.ts";
import { runCommand } from "./command.ts";
import { readProcessConfig } from "./config.ts";
import { withProduct } from "./with-product.ts";

await runCommand(async () => {
  await withProduct(readProcessConfig(), pino({ level: "warn" }), async ({ subscriptions }) => {
    for (const { name, price, isNew } of await syncPlans(subscriptions))
      console.log(`${name}: ${price} ${isNew ? "(new)" : "(as before)"}`);
  });
});
