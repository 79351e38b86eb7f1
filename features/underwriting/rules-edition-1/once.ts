// Owns that what hangs on a report and its names alone is read once, however often its loan is changed.
import type { Case, Layout } from "./case.ts";

/** The reader must change nothing of what it is given, nor anybody what it returns. */
export function once<Read>(read: (layout: Layout) => Read): (one: Pick<Case, "layout">) => Read {
  const known = new WeakMap<Layout, { readonly read: Read }>();
  return ({ layout }) => {
    const kept = known.get(layout) ?? { read: read(layout) };
    known.set(layout, kept);
    return kept.read;
  };
}
