/** As the JDBC driver: what ran this often will run again. */
const MIN_USES = 5;
/** Each connection of the pool holds the plans of as many. */
const MAX_NAMED = 256;
const MAX_COUNTED = 1_000;

/** Name of a statement, or `undefined` while it is not worth preparing. */
export type StatementNames = (role: string, text: string) => string | undefined;

/**
 * Names statements that repeat, so that each connection prepares them once: under row-level security, planning a
 * statement takes longer than most statements run. A plan belongs to the role that made it, so each role has its own.
 */
export function openStatementNames(): StatementNames {
  const namesOfRoles = new Map<string, Map<string, string>>();
  let uses = new Map<string, number>();
  let count = 0;

  return (role, text) => {
    const names = namesOfRoles.get(role) ?? new Map<string, string>();
    const known = names.get(text);
    if (known !== undefined) return known;
    const used = (uses.get(text) ?? 0) + 1;
    if (uses.size >= MAX_COUNTED) uses = new Map();
    uses.set(text, used);
    if (used < MIN_USES || count >= MAX_NAMED) return undefined;
    const name = `repeated_${++count}`;
    namesOfRoles.set(role, names.set(text, name));
    return name;
  };
}
