import type { DownloadFormat } from "#features/asset-reports/contract.ts";

export const FORMAT_LABELS: Readonly<Record<DownloadFormat, { readonly short: string; readonly whole: string }>> = {
  pdf: { short: "PDF", whole: "Document (PDF)" },
  json: { short: "JSON", whole: "Data (JSON)" },
  csv: { short: "CSV", whole: "Transactions (CSV)" },
  provider: { short: "Provider's JSON", whole: "Provider's data as received (JSON)" },
  signature: { short: "Signature", whole: "Signatures (JSON)" },
};
