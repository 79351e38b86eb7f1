/** Days from a borrower's first report during which another report is free. */
export const FREE_REFRESH_DAYS = 60;
/** Cents of USD for each report that became ready. */
export const REPORT_PRICES = { asset_report: 2500, report_refresh: 1000 } as const;
