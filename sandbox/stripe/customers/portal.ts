// The customer portal: an account that never saved its settings, which Stripe refuses to open it for.
import { findCustomer } from "../api/objects.ts";
import { invalid } from "../api/faults.ts";
import type { Operation } from "../api/operation.ts";
import { demandText } from "../api/params.ts";

export const PORTAL_OPERATIONS: readonly Operation[] = [
  {
    method: "POST",
    path: "/v1/billing_portal/sessions",
    answer({ deps, params }) {
      findCustomer(deps, demandText(params, "customer"), "customer");
      throw invalid(
        "No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.",
      );
    },
  },
];
