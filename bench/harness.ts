// How every benchmark compares: ours and its bare limit in short slices that alternate in one run, so that a busy
// machine slows both alike. What counts is the ratio within each round; the figures themselves are for orientation.

export interface Round<Slice> {
  readonly ours: Slice;
  readonly bare: Slice;
}

interface Ways<Slice> {
  ours(): Promise<Slice>;
  bare(): Promise<Slice>;
}

/** Each round measures both once, in a new random order. The first `warmUps` rounds are dropped. */
export async function interleave<Slice>(
  ways: Ways<Slice>,
  { rounds, warmUps = 2 }: { rounds: number; warmUps?: number },
): Promise<Round<Slice>[]> {
  const stored: Round<Slice>[] = [];
  for (let round = 0; round < warmUps + rounds; round++) {
    const slices =
      Math.random() < 0.5
        ? { ours: await ways.ours(), bare: await ways.bare() }
        : { bare: await ways.bare(), ours: await ways.ours() };
    if (round >= warmUps) stored.push(slices);
  }
  return stored;
}

/** The value below which the share `q` of the numbers lies; `q` 0.5 is the median. */
export function quantile(numbers: readonly number[], q: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * q))] ?? NaN;
}

/** The medians of both sides. */
export function medians<Slice>(rounds: readonly Round<Slice>[], figure: (slice: Slice) => number): Round<number> {
  return {
    ours: quantile(
      rounds.map(({ ours }) => figure(ours)),
      0.5,
    ),
    bare: quantile(
      rounds.map(({ bare }) => figure(bare)),
      0.5,
    ),
  };
}

/** The median of the rounds' ratios, ours to bare. */
export function middleRatio<Slice>(rounds: readonly Round<Slice>[], figure: (slice: Slice) => number): number {
  return quantile(
    rounds.map(({ ours, bare }) => figure(ours) / figure(bare)),
    0.5,
  );
}

/** "0.84 (0.82 to 0.86)": the median of the rounds' ratios, ours to bare, and where the middle half of them lies. */
export function ratio<Slice>(rounds: readonly Round<Slice>[], figure: (slice: Slice) => number): string {
  const ratios = rounds.map(({ ours, bare }) => figure(ours) / figure(bare));
  const [low, middle, high] = [0.25, 0.5, 0.75].map((q) => quantile(ratios, q).toFixed(2));
  return `${middle} (${low} to ${high})`;
}

/** What `work` took, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** What each of the requests takes, in milliseconds: the median of `asked` times, after some that are not counted. */
export async function mediansInTurn(
  requests: ReadonlyMap<string, () => Promise<unknown>>,
  { asked, warmUps }: { asked: number; warmUps: number },
): Promise<Map<string, number>> {
  const times = new Map<string, number[]>([...requests.keys()].map((name) => [name, []]));
  // In turn, so that a busy moment meets all of them.
  for (let round = 0; round < warmUps + asked; round++)
    for (const [name, request] of requests) {
      const took = await timed(request);
      if (round >= warmUps) times.get(name)!.push(took); // one for each name
    }
  return new Map([...times].map(([name, taken]) => [name, quantile(taken, 0.5)]));
}
