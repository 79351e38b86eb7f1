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
import { query, wholeQuery } from "#platform/web/http/query.ts";

export const currentPeriod = query(findCurrentPeriod);
export const unbilledLines = query(listNonBilledLineItems);
export const allUnbilledLines = wholeQuery(listNonBilledLineItems);
export const statements = query(listStatements);
export const allStatements = wholeQuery(listStatements);
export const oneStatement = query(findStatement);
export const ownBilling = query(findOwnBilling);

const running = [currentPeriod, unbilledLines, ownBilling];

refreshOn(STATEMENT_FINALIZED, [...running, statements, oneStatement]);
refreshOn(LINE_CHARGED, running);
