// The product logs JSON for machines. This formats its warnings and errors for people.

const levels: Record<number, string> = { 40: "Warning", 50: "Error", 60: "Fatal error" };

/**
 * One line of the product's log as a person should read it.
 * @returns null for what belongs in the log file alone: everything below a warning
 */
export function readable(line: string): string | null {
  const entry = parse(line);
  if (!entry) return line.trim() === "" ? null : line;
  const { level, msg, err } = entry;
  const name = typeof level === "number" ? levels[Math.floor(level / 10) * 10] : undefined;
  if (!name) return null;
  const message = typeof msg === "string" ? msg : "";
  const cause = causeOf(err);
  return `${name}: ${[message, cause === message ? "" : cause].filter(Boolean).join(": ") || line}`;
}

function parse(line: string): Record<string, unknown> | null {
  if (!line.startsWith("{")) return null;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return null;
  }
}

function causeOf(err: unknown): string {
  if (typeof err !== "object" || err === null || !("message" in err)) return "";
  return typeof err.message === "string" ? err.message : "";
}
