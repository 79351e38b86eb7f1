import type { AuditFilter } from "./data.ts";

/** The values of the controls. Empty means all. */
export interface Chosen {
  readonly person: string;
  readonly kind: string;
  /** Days, inclusive at both ends. */
  readonly from: string;
  readonly to: string;
}

const DAY = /^(?:19[7-9]|[2-9]\d\d)\d-\d\d-\d\d$/;
const PERSON = /^[0-9a-f-]{36}$/i;

/** Invalid values are ignored, so that a broken link still opens. */
export function chosenIn(search: Readonly<Record<string, unknown>>): Chosen {
  const { person, kind, from, to } = search;
  return {
    person: textLike(person, PERSON),
    kind: textLike(kind, /^[a-z.-]{1,60}$/),
    from: textLike(from, DAY),
    to: textLike(to, DAY),
  };
}

/** Days are in the viewer's time zone. */
export function filterFor({ person, kind, from, to }: Chosen): AuditFilter {
  return {
    ...(person && { actorId: person }),
    ...(kind && { action: kind }),
    ...(from && { from: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to && { to: new Date(`${to}T23:59:59.999`).toISOString() }),
  };
}

function textLike(value: unknown, pattern: RegExp): string {
  if (typeof value !== "string" || !pattern.test(value)) return "";
  return pattern === DAY && Number.isNaN(Date.parse(`${value}T00:00:00`)) ? "" : value;
}
