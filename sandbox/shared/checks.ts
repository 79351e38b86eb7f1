import { html, type Html, table } from "./page.ts";

/** What a provider's sandbox counts of its requests and replies, against the provider's published formats. */
export interface Checks {
  /** A request that follows the format. */
  accepted(): void;
  /** A request that the provider would refuse, and why. `call` is e.g. `POST /v1/customers`. */
  refused(call: string, reason: string): void;
  /** A reply or a webhook; `wrong` says how it differs from the format, which is the sandbox's own error. */
  replied(call: string, wrong: string | null): void;
  report(): CheckReport;
}

/** Of one provider, since the sandbox began. */
export interface CheckReport {
  requests: number;
  refused: number;
  replies: number;
  invalid: number;
  /** The newest refusals and invalid replies, newest first. */
  notes: { call: string; reason: string; isInvalidReply: boolean }[];
}

const NOTES = 20;

export function openChecks(): Checks {
  const counts: CheckReport = { requests: 0, refused: 0, replies: 0, invalid: 0, notes: [] };
  const note = (call: string, reason: string, isInvalidReply: boolean) => {
    counts.notes = [{ call, reason, isInvalidReply }, ...counts.notes].slice(0, NOTES);
  };
  return {
    accepted() {
      counts.requests++;
    },
    refused(call, reason) {
      counts.requests++;
      counts.refused++;
      note(call, reason, false);
    },
    replied(call, wrong) {
      counts.replies++;
      if (wrong === null) return;
      counts.invalid++;
      note(call, wrong, true);
    },
    report: () => structuredClone(counts),
  };
}

/** A part of the state page. */
export function showChecks({ requests, refused, replies, invalid, notes }: CheckReport): Html {
  return html`<h3>Against the published formats</h3>
    <p>
      ${requests} requests checked, ${refused} refused. ${replies} replies checked,
      <span class="${invalid === 0 ? "good" : "stop"}">${invalid} invalid</span>.
    </p>
    ${table(
      ["What", "Call", "Reason"],
      notes.map(
        ({ call, reason, isInvalidReply }) =>
          html`<tr>
            <td>${isInvalidReply ? html`<span class="stop">Invalid reply</span>` : "Refused request"}</td>
            <td><code>${call}</code></td>
            <td>${reason}</td>
          </tr>`,
      ),
      "Nothing was refused.",
    )}`;
}
