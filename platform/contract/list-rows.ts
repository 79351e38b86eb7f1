// Apart from paging.ts, so that a table knows them without the schemas.

/** Rows of a page at most, and of a list that is asked for without a limit. */
export const PAGE_ROWS = 500;

/** Rows that a page of the site reads; of a longer list it lets the server search and sort. */
export const LIST_ROWS = 10_000;
