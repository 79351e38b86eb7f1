// Owns what pages ask about a report's price.
import { findReportPrice } from "#features/report-prices/contract.ts";
import { query } from "#kit/web/http/query.ts";

export const reportPrice = query(findReportPrice);
