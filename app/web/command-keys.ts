// Owns the keys of commands. They are listened for from the start; what they do is loaded at the first press.
export const COMMAND_KEYS = { createBorrower: "c", borrowers: "g b", settings: "g s" } as const;
