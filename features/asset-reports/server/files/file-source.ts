// Owns what a report's files are made of: one reading and one judgement of it, with its grounds. Nothing of now.
import type { SetRow } from "#features/findings/server/set-store.ts";
import type { Reading } from "#features/readings/contract.ts";
import type { ReportRow } from "#features/asset-reports/server/store.ts";

export interface FileSource {
  readonly report: ReportRow;
  readonly set: SetRow;
  readonly reading: Reading;
  readonly productName: string;
  /** Where anybody can check a file. */
  readonly verifyUrl: string;
}
