// Owns what the rules on subscriptions are handed.
import type { BillingDeps } from "#features/billing/server/deps.ts";
import type { IdentityDeps } from "#features/identity/server/deps.ts";
import type { Authenticate, Meets } from "#kit/server/http/asker.ts";
import type { IsHuman } from "#providers/captcha.ts";
import type { StripeClient } from "#providers/stripe-client.ts";
import type { ReadCardEvent } from "#providers/stripe-webhook.ts";
import type { OnceAtATime } from "./events/once-at-a-time.ts";

export interface SubscriptionDeps {
  /** A visitor who pays gets an account. */
  readonly identity: IdentityDeps;
  readonly billing: BillingDeps;
  readonly authenticate: Authenticate;
  readonly meets: Meets;
  readonly stripe: StripeClient;
  readonly readCardEvent: ReadCardEvent;
  readonly isHuman: IsHuman;
  /** Tells the operator what is not tried again by itself: its kind and the id by which it is found. */
  readonly onGivenUp: (found: { kind: string; id: string }) => void;
  /** Checkouts that one network, or one organization, may begin within an hour; other cards of one, too. */
  readonly checkoutsPerHour: number;
  /** Objects of the card provider that this process reads right now: no second worker begins with them. */
  readonly settling: Set<string>;
  /** Those who ask for the same checkout at once wait for one answer of the provider. */
  readonly oneCheckout: OnceAtATime<string | null>;
}
