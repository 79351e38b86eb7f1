const RUN = 256;
const PAUSE_EVERY = 1024;

/** Yields after every bit of work; gives the items in order. Sorts in place and beside. */
export function* sortSteps(
  items: Uint32Array,
  compare: (one: number, other: number) => number,
): Generator<undefined, Uint32Array> {
  for (let start = 0; start < items.length; start += RUN) {
    items.subarray(start, start + RUN).sort(compare);
    yield;
  }
  let from: Uint32Array = items;
  let to: Uint32Array = new Uint32Array(items.length);
  for (let width = RUN; width < items.length; width *= 2) {
    for (let left = 0; left < items.length; left += 2 * width) yield* mergeSteps(from, to, left, width, compare);
    [from, to] = [to, from];
  }
  return from;
}

/** Merges the two runs of `width` that begin at `start`. */
function* mergeSteps(
  from: Uint32Array,
  to: Uint32Array,
  start: number,
  width: number,
  compare: (one: number, other: number) => number,
): Generator<undefined> {
  const middle = Math.min(start + width, from.length);
  const end = Math.min(middle + width, from.length);
  let left = start;
  let right = middle;
  for (let at = start; at < end; at++) {
    if (at % PAUSE_EVERY === 0) yield;
    const one = from[left] ?? 0;
    const other = from[right] ?? 0;
    const isLeft = right >= end || (left < middle && compare(one, other) <= 0);
    to[at] = isLeft ? one : other;
    if (isLeft) left++;
    else right++;
  }
}
