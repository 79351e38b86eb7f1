import { findReportPrice } from "#features/billing/contract.ts";
import { query } from "#platform/web/http/query.ts";

export const reportPrice = query(findReportPrice);
