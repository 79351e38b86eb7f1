// The API's description for this product: the calls, the names of their schemas and the text about both.
import * as z from "zod/mini";
import { WEBHOOK_EVENTS } from "#features/developers/contract.ts";
import * as directory from "#features/directory/contract.ts";
import * as clock from "#features/underwriting/rules/clock.ts";
import * as evaluation from "#features/underwriting/rules/evaluation.ts";
import * as parsedReport from "#features/underwriting/rules/parsed-report.ts";
import { isCall } from "#platform/contract/call.ts";
import { ERROR_CODES, ERROR_STATUS } from "#platform/contract/errors.ts";
import * as fields from "#platform/contract/fields.ts";
import { describeApi } from "#platform/contract/openapi.ts";
import * as paging from "#platform/contract/paging.ts";
import { EXAMPLES, FIELDS } from "./api-fields.ts";
import * as text from "./api-text.ts";
import { calls, contracts } from "./calls.ts";

export interface Served {
  readonly title: string;
  readonly version: string;
  /** The site, without a slash at the end. */
  readonly publicUrl: string;
  /** Where the paths hang. */
  readonly server: string;
}

export function describeProduct({ title, version, publicUrl, server }: Served): Record<string, unknown> {
  return describeApi(calls, {
    title: `${title} API`,
    version,
    server,
    description: text.API_DESCRIPTION,
    contact: { name: title, url: publicUrl },
    license: { name: "Proprietary", url: `${publicUrl}/terms-and-conditions` },
    tags: Object.entries(text.TAGS).map(([feature, tag]) => ({
      ...tag,
      calls: Object.entries(contracts[feature as keyof typeof contracts])
        .filter(([, value]) => isCall(value))
        .map(([name]) => name),
    })),
    operations: text.OPERATIONS,
    parameters: text.PARAMETERS,
    schemas: exportedSchemas(),
    schemaTexts: { schemas: { ...text.SCHEMAS, ErrorCode: errorList() }, fields: FIELDS, examples: EXAMPLES },
    cookie: { name: publicUrl.startsWith("https:") ? "__Host-browser" : "browser", calls: text.COOKIE_CALLS },
    signatures: text.SIGNATURES,
    webhooks: Object.fromEntries(
      Object.entries(WEBHOOK_EVENTS).map(([type, { when, data, example }]) => [
        type,
        {
          ...{ when, tag: text.TAGS.developers.name },
          body: z.object({ type: z.literal(type), timestamp: fields.Timestamp, data }),
          example: { type, timestamp: "2026-11-23T15:04:05.000Z", data: example },
        },
      ]),
    ),
  });
}

function errorList(): string {
  const lines = ERROR_CODES.map((code) => `- ${code} (${ERROR_STATUS[code]}): ${text.ERRORS[code]}`);
  return ["Why a request was refused:", "", ...lines].join("\n");
}

/** A schema is described under the name by which its module exports it. */
function exportedSchemas(): Record<string, z.core.$ZodType> {
  const modules = [fields, paging, directory, clock, evaluation, parsedReport, ...Object.values(contracts)];
  const named: Record<string, z.core.$ZodType> = {};
  for (const [name, value] of modules.flatMap((module) => Object.entries<unknown>(module))) {
    if (!(value instanceof z.core.$ZodType)) continue;
    if (named[name] && named[name] !== value) throw new Error(`Two schemas are exported as ${name}.`);
    named[name] = value;
  }
  return named;
}
