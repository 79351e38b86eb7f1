// Lists with Stripe's paging: newest first, by cursor, filtered by creation time.
import { invalid } from "./faults.ts";
import { type Params, readInteger, readText } from "./params.ts";
import { type DRAWERS, show } from "./objects.ts";
import type { StripeData } from "../stripe-data.ts";
import type { StripeDeps } from "../stripe-deps.ts";
import { list, type Wire } from "./wire.ts";

type Drawer = (typeof DRAWERS)[number];

/** One page of the rows that `keep` accepts. */
export function page<D extends Drawer>(
  deps: StripeDeps,
  url: string,
  drawer: D,
  params: Params,
  keep: (stored: StripeData[D][string]) => boolean,
): Wire {
  const isInRange = createdRange(params);
  const all = (Object.values(deps.data[drawer]) as StripeData[D][string][]).reverse();
  const rows = cut(
    all.filter((stored) => isInRange(stored.created) && keep(stored)),
    params,
  );
  return list(
    url,
    rows.shown.map((stored) => show(deps, drawer, stored)),
    rows.hasMore,
  );
}

/** The part of `rows` that a cursor and a limit select. */
export function cut<T extends { id: string }>(rows: readonly T[], params: Params): { shown: T[]; hasMore: boolean } {
  const limit = readInteger(params, "limit") ?? 10;
  if (limit < 1 || limit > 100)
    throw invalid(`Invalid limit: must be between 1 and 100`, { param: "limit", code: "parameter_invalid_integer" });
  const after = readText(params, "starting_after");
  const before = readText(params, "ending_before");
  if (after && before)
    throw invalid("You cannot parameterize both ending_before and starting_after.", { param: "ending_before" });
  const placeOf = (id: string, param: string) => {
    const index = rows.findIndex((row) => row.id === id);
    if (index === -1) throw invalid(`No such object: '${id}'`, { param, code: "resource_missing" });
    return index;
  };
  if (before) {
    const end = placeOf(before, "ending_before");
    return { shown: rows.slice(Math.max(0, end - limit), end), hasMore: end > limit };
  }
  const start = after ? placeOf(after, "starting_after") + 1 : 0;
  return { shown: rows.slice(start, start + limit), hasMore: rows.length > start + limit };
}

function createdRange(params: Params): (created: number) => boolean {
  const range = params["created"];
  if (range === undefined) return () => true;
  if (typeof range === "string") return (created) => created === Number(range);
  if (Array.isArray(range)) throw invalid("Invalid object", { param: "created" });
  const bound = (name: string) => readInteger(range, name);
  const [gt, gte, lt, lte] = [bound("gt"), bound("gte"), bound("lt"), bound("lte")];
  return (created) =>
    (gt === undefined || created > gt) &&
    (gte === undefined || created >= gte) &&
    (lt === undefined || created < lt) &&
    (lte === undefined || created <= lte);
}
