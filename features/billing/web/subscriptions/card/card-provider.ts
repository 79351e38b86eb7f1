import type { Stripe } from "@stripe/stripe-js";
import { currentConfig } from "#platform/web/config.ts";
import { loadScript } from "#platform/web/scripts/load-script.ts";

type OpenStripe = (publishableKey: string) => Stripe;

let opened: { readonly by: OpenStripe; readonly stripe: Stripe } | undefined;

/** Loaded once per page. Rejects with SCRIPT_BLOCKED. */
export async function openCardProvider(): Promise<Stripe> {
  const { scripts, stripePublishableKey } = currentConfig();
  await loadScript(scripts.stripe);
  const by = stripeOfPage();
  if (by === undefined) throw new Error(`SCRIPT_BLOCKED ${scripts.stripe}`);
  if (opened?.by !== by) opened = { by, stripe: by(stripePublishableKey) };
  return opened.stripe;
}

function stripeOfPage(): OpenStripe | undefined {
  return (window as { Stripe?: OpenStripe }).Stripe; // what the provider's script leaves behind
}
