// Apart from the contract: the bell of every page asks for these, and for no schema of a borrower.

/** Roles that read their own borrowers and all that belongs to them, and roles that change them. */
export const BORROWER_READERS = ["root", "admin", "editor", "observer", "registered"] as const;
export const BORROWER_WRITERS = ["root", "admin", "editor", "registered"] as const;
/** An admin reaches every borrower of the organization. */
export const BORROWER_REACH = { admin: "organization" } as const;
