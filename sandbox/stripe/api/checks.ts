// Counts what was checked against Stripe's schemas, and lists what did not fit.
import { html, type Html, table } from "../../shared/page.ts";

/** How many of the newest are listed. */
const MOST_LISTED = 50;

interface Misfit {
  call: string;
  reason: string;
}

export interface Checks {
  requests: number;
  replies: number;
  /** Requests that Stripe would refuse before it begins with them, the newest first. */
  refused: Misfit[];
  refusals: number;
  /** Replies and webhooks that Stripe would not send: faults of the sandbox, the newest first. */
  invalid: Misfit[];
  accept(): void;
  refuse(call: string, reason: string): void;
  /** `misfit`: what is wrong with the reply, or null. */
  reply(call: string, misfit: string | null): void;
}

export function openChecks(): Checks {
  const add = (list: Misfit[], call: string, reason: string) => {
    list.unshift({ call, reason });
    list.splice(MOST_LISTED);
  };
  const checks: Checks = {
    requests: 0,
    replies: 0,
    refused: [],
    refusals: 0,
    invalid: [],
    accept() {
      checks.requests++;
    },
    refuse(call, reason) {
      checks.requests++;
      checks.refusals++;
      add(checks.refused, call, reason);
    },
    reply(call, misfit) {
      checks.replies++;
      if (misfit !== null) add(checks.invalid, call, misfit);
    },
  };
  return checks;
}

export function showChecks({ requests, refusals, refused, replies, invalid }: Checks): Html {
  const row = ({ call, reason }: Misfit) =>
    html`<tr>
      <td><code>${call}</code></td>
      <td>${reason}</td>
    </tr>`;
  return html`<h3>Checked against Stripe's schemas</h3>
    <p>
      ${requests} requests, ${refusals} of them refused; ${replies} replies and webhooks, ${invalid.length} of them
      invalid.
    </p>
    ${table(["Refused", "Reason"], refused.map(row), "No request was refused.")}
    ${table(["Invalid reply", "Reason"], invalid.map(row), "Every reply was as Stripe sends it.")}`;
}
