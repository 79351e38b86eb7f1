// Owns how long a list is that is sent whole; apart from its paging, so that a table knows it without the schemas.

/** Rows of a list that is asked for without a limit. */
export const LIST_ROWS = 10_000;
