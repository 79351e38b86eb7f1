// What stays in the job table after a person is erased: ids, and nothing that names them.
import * as z from "zod/mini";
import { expect, test } from "vitest";
import { jobKinds } from "./database.ts";

/** Free text that no person is in: a file's random name, a provider's id, a hash of an address. */
const NOT_PERSONAL = ["findings.remove-file file", "visits.request-link emailSha256", "subscriptions.settle objectId"];

test("no kind of job carries free text: only ids, days, numbers and listed words", () => {
  const free = jobKinds.flatMap(({ name, data }) => {
    const { properties = {} } = z.toJSONSchema(data, { io: "input" });
    return Object.entries(properties).flatMap(([field, schema]) =>
      typeof schema === "object" && isFreeText(schema) ? [`${name} ${field}`] : [],
    );
  });
  expect(free).toEqual(NOT_PERSONAL);
});

interface JsonSchema {
  readonly type?: unknown;
  readonly format?: unknown;
  readonly enum?: unknown;
  readonly anyOf?: readonly unknown[];
}

/** Objects and lists count as such: nothing that is sent needs one. */
function isFreeText({ type, format, enum: words, anyOf }: JsonSchema): boolean {
  if (anyOf) return anyOf.some((one) => isFreeText(one as JsonSchema));
  if (type === "integer" || type === "number" || type === "boolean" || type === "null") return false;
  return !(type === "string" && (format === "uuid" || format === "date" || words !== undefined));
}
