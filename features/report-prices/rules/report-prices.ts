// Owns what reports cost: known to both sides, and to pages that show prices and make no call about billing.

/** Days from a borrower's first report within which another costs nothing. */
export const FREE_REFRESH_DAYS = 60;
/** Cents of USD for each report that became ready. */
export const REPORT_PRICES = { asset_report: 2500, report_refresh: 1000 } as const;
