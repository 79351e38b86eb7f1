// Apart from paging.ts, so that a table knows them without the schemas.

/** Rows of a page at most, and of a list that is asked for without a limit. */
export const PAGE_ROWS = 500;

/**
 * Rows from which on a list is long: the server sorts, filters and searches it, and a page of it has `PAGE_ROWS`. The
 * browser reads a shorter one whole.
 */
export const LIST_ROWS = 5_000;
