import type { BillingDeps } from "#features/billing/server/deps.ts";
import type { IdentityDeps } from "#features/auth/server/deps.ts";
import type { Authenticate, MeetsCondition } from "#platform/server/http/authenticate-request.ts";
import type { IsHuman } from "#providers/captcha/captcha.ts";
import type { StripeClient } from "#providers/stripe/client.ts";
import type { ReadCardEvent } from "#providers/stripe/webhook.ts";
import type { SingleFlight } from "./events/single-flight.ts";

export interface SubscriptionDeps {
  /** Creates the account of a visitor who pays. */
  readonly identity: IdentityDeps;
  readonly billing: BillingDeps;
  readonly authenticate: Authenticate;
  readonly meetsCondition: MeetsCondition;
  readonly stripe: StripeClient;
  readonly readCardEvent: ReadCardEvent;
  readonly isHuman: IsHuman;
  /** Alerts the operator about an object that is not tried again automatically, with its kind and id. */
  readonly onGivenUp: (found: { kind: string; id: string }) => void;
  /**
   * Checkouts that one network or one organization may begin within an hour. The limit also applies to an
   * organization's card changes.
   */
  readonly checkoutsPerHour: number;
  /** Objects of the card provider that this process is reading now, so that no second worker starts on them. */
  readonly settling: Set<string>;
  /** Simultaneous requests for the same checkout share one call to the provider. */
  readonly oneCheckout: SingleFlight<string | null>;
}
