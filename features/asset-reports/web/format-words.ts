// Owns what the files of a report are called: short on a button, and as what they hold.
import type { DownloadFormat } from "#features/asset-reports/contract.ts";

export const FORMAT_WORDS: Readonly<Record<DownloadFormat, { readonly short: string; readonly whole: string }>> = {
  pdf: { short: "PDF", whole: "Document (PDF)" },
  json: { short: "JSON", whole: "Data (JSON)" },
  csv: { short: "CSV", whole: "Transactions (CSV)" },
  provider: { short: "Provider's JSON", whole: "Provider's data as received (JSON)" },
  signature: { short: "Signature", whole: "Signatures (JSON)" },
};
