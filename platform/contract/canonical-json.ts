// Keys sorted, no spaces: the same value has the same bytes, so that it can be signed.

/** `undefined` values are left out, as in JSON. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${membersOf(value)
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`)
    .join(",")}}`;
}

/** The same in pieces, one for each member of an object or a list down to so many levels: a long one is never whole. */
export function* canonicalParts(value: unknown, levels = 7): Generator<string> {
  if (levels === 0 || typeof value !== "object" || value === null) {
    yield canonicalJson(value);
  } else if (Array.isArray(value)) {
    yield "[";
    for (const [index, item] of value.entries()) {
      if (index > 0) yield ",";
      yield* canonicalParts(item ?? null, levels - 1);
    }
    yield "]";
  } else {
    yield "{";
    for (const [index, [key, member]] of membersOf(value).entries()) {
      yield `${index > 0 ? "," : ""}${JSON.stringify(key)}:`;
      yield* canonicalParts(member, levels - 1);
    }
    yield "}";
  }
}

function membersOf(value: object): [string, unknown][] {
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}
