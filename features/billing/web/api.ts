import {
  findCurrentPeriod,
  findOwnBilling,
  findStatement,
  LINE_CHARGED,
  listNonBilledLineItems,
  listStatements,
  STATEMENT_FINALIZED,
} from "#features/billing/contract.ts";
import { refreshOn } from "#platform/web/http/live.ts";
import { query } from "#platform/web/http/query.ts";
import { sendWhole } from "#platform/web/http/client.ts";

export const currentPeriod = query(findCurrentPeriod);
export const unbilledLines = query(listNonBilledLineItems, sendWhole);
export const statements = query(listStatements, sendWhole);
export const oneStatement = query(findStatement);
export const ownBilling = query(findOwnBilling);

const running = [currentPeriod, unbilledLines, ownBilling];

refreshOn(STATEMENT_FINALIZED, [...running, statements, oneStatement]);
refreshOn(LINE_CHARGED, running);
