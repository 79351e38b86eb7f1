import { addDays } from "date-fns";
import * as z from "zod/mini";
import { ApiKeyDetails, type ApiKey, type ApiScope } from "#features/developers/contract.ts";
import { SCOPE_LABELS } from "#features/developers/labels.ts";
import type { LabeledField } from "#platform/web/form/use-edit-conflict.ts";
import { text } from "#platform/contract/fields.ts";

/** Days until a new key expires. */
export const EXPIRY_OPTIONS = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
  { value: "never", label: "Never" },
] as const;

/** The addresses are one a line. */
export const ApiKeyForm = z.object({
  name: ApiKeyDetails.shape.name,
  scopes: ApiKeyDetails.shape.scopes,
  addresses: text(1_000, { multiline: true, min: 0 }).check(
    z.refine((value) => ApiKeyDetails.shape.addresses.safeParse(linesOf(value)).success, "INVALID_FORMAT"),
  ),
  expiresIn: z.enum(["30", "90", "365", "never"]),
});
export type ApiKeyValues = z.input<typeof ApiKeyForm>;

export const KEY_FIELDS: readonly LabeledField[] = [
  { name: "name", label: "Name" },
  {
    name: "scopes",
    label: "Access",
    inWords: (scopes) => (scopes as ApiScope[]).map((scope) => SCOPE_LABELS[scope]).join(", "), // typed by the schema
  },
  { name: "addresses", label: "Allowed IP addresses" },
];

export const ENDPOINT_FIELDS: readonly LabeledField[] = [
  { name: "url", label: "Endpoint URL" },
  { name: "description", label: "Description" },
  { name: "events", label: "Events", inWords: (events) => (events as string[]).join(", ") }, // typed by the schema
];

export const EMPTY_KEY: ApiKeyValues = { name: "", scopes: [], addresses: "", expiresIn: "365" };

export function valuesOf({ name, scopes, addresses }: ApiKey): ApiKeyValues {
  return { name, scopes: [...scopes], addresses: addresses.join("\n"), expiresIn: "never" };
}

export function detailsOf({ name, scopes, addresses }: ApiKeyValues): ApiKeyDetails {
  return { name, scopes, addresses: linesOf(addresses) };
}

/** ISO 8601 UTC; `null`: it does not expire. */
export function expiryOf({ expiresIn }: Pick<ApiKeyValues, "expiresIn">): string | null {
  return expiresIn === "never" ? null : addDays(new Date(), Number(expiresIn)).toISOString();
}

function linesOf(value: string): string[] {
  return value.split(/[\s,]+/).filter(Boolean);
}
