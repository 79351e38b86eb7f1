import type { Furniture } from "#kit/server/document/sheet-furniture.ts";
import { localMoment } from "#kit/server/document/dates.ts";
import type { Cover, EvaluatedSet } from "./document-input.ts";

/** What stands at the head and the foot of every page of a report. */
export function furnitureOf(
  { productName, borrowerName, reportId, jsonSha256, timeZone }: Cover,
  { judgedAt }: Pick<EvaluatedSet, "judgedAt">,
): Furniture {
  return {
    productName,
    title: `Asset report for ${borrowerName}`,
    foot: [
      `Report ${reportId}, judged ${localMoment(judgedAt, timeZone)}`,
      `SHA-256 of the provider's JSON ${jsonSha256}`,
    ],
  };
}
