import * as z from "zod/mini";
import { call } from "#platform/contract/call.ts";

/** The fields that are read from a report. The rest (samples, addresses with queries) may contain private data. */
export const PolicyReport = z.object({
  directive: z.string().check(z.minLength(1)),
  /** An address, or a word such as `inline`. */
  blocked: z.string(),
  /** The address of the page. */
  page: z.string(),
});
export type PolicyReport = z.infer<typeof PolicyReport>;

export const reportPolicy = call({
  method: "POST",
  path: "/policy-report",
  summary: "Report a content security policy violation",
  who: "anyone",
  body: z.object({ reports: z.array(PolicyReport).check(z.minLength(1), z.maxLength(100)) }),
  foreignBody: { mediaTypes: ["application/csp-report", "application/reports+json"], toFields },
  reply: null,
  limits: { perMinute: 60, bodyBytes: 16_384 },
});

type Fields = Readonly<Record<string, unknown>>;

/** CSP 3, 5.3 sends one report to `report-uri`. The Reporting API sends a list of all kinds. */
function toFields(sent: unknown): unknown {
  if (Array.isArray(sent)) return { reports: sent.filter(isViolation).map(({ body }) => fromReportingApi(body)) };
  return isFields(sent) && isFields(sent["csp-report"]) ? { reports: [fromReportUri(sent["csp-report"])] } : sent;
}

function fromReportUri(report: Fields): Fields {
  return {
    directive: report["effective-directive"] ?? report["violated-directive"],
    blocked: report["blocked-uri"],
    page: report["document-uri"],
  };
}

function fromReportingApi(body: Fields): Fields {
  return { directive: body["effectiveDirective"], blocked: body["blockedURL"], page: body["documentURL"] };
}

function isViolation(value: unknown): value is { readonly body: Fields } {
  return isFields(value) && value["type"] === "csp-violation" && isFields(value["body"]);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}
