// Keys are listened for from the start; the commands load at the first press.
export const COMMAND_KEYS = { createBorrower: "c", borrowers: "g b", settings: "g s" } as const;
