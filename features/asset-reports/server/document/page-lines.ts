import { localMoment } from "#kit/server/document/dates.ts";
import type { Furniture } from "#kit/server/document/sheet-furniture.ts";
import type { DocumentInput } from "./document-input.ts";
import { NOT_RECORDED } from "./document-labels.ts";

/** The header and footer of every page. */
export function pageLines({ product, report, evaluation }: DocumentInput): Furniture {
  const { printed, evaluatedAt, number } = evaluation;
  return {
    productName: product.name,
    title: titleOf(evaluation),
    foot: [
      `Report ${report.id}, evaluation ${number} of ${localMoment(evaluatedAt, printed.timeZone)}`,
      `SHA-256 of the provider's JSON ${report.providerJsonSha256 ?? NOT_RECORDED.toLowerCase()}`,
    ],
  };
}

export function titleOf({ printed }: Pick<DocumentInput["evaluation"], "printed">): string {
  return `Asset report for ${printed.fullNames[0] ?? ""}`;
}
