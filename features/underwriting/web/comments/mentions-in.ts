export interface Mentionable {
  readonly id: string;
  readonly name: string;
}

/** The members whose names the text has behind an @. Of two names that begin the same, the longer one counts. */
export function mentionsIn(text: string, mentionable: readonly Mentionable[]): string[] {
  const byLength = mentionable.toSorted((a, b) => b.name.length - a.name.length);
  const found: string[] = [];
  let rest = text;
  for (const { id, name } of byLength) {
    if (!rest.includes(`@${name}`)) continue;
    found.push(id);
    rest = rest.replaceAll(`@${name}`, "");
  }
  return found;
}
