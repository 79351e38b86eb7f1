// Lenders live through months; everything around them fails now and then; what must hold is checked every few months.
import { millisecondsInDay } from "date-fns/constants";
import { findContradictions } from "./invariants.ts";
import { type Lender, openLender } from "./lender.ts";
import { type Random, randomOf } from "./random.ts";
import { openWorld, type World } from "./world.ts";

export interface Plan {
  readonly seed: number;
  readonly lenders: number;
  readonly months: number;
  /** Invariants are checked after this many months, and at the end. */
  readonly checkEvery: number;
  readonly say: (line: string) => void;
}

export interface Outcome {
  /** How often each act and each failure took place. */
  readonly counts: Readonly<Record<string, number>>;
  /** Contradictions of the first check that found any. */
  readonly broken: readonly string[];
}

/** A Tuesday, so that no month ends at once. */
export const BEGINS_AT = Date.UTC(2027, 0, 5, 15);

/** The same plan makes the same choices. A kill hits whatever the product is doing then, which no seed decides. */
export async function simulate({ seed, lenders: count, months, checkEvery, say }: Plan): Promise<Outcome> {
  const random = randomOf(seed);
  const world = await openWorld(BEGINS_AT);
  const counts: Record<string, number> = {};
  const add = (what: string) => (counts[what] = (counts[what] ?? 0) + 1);
  try {
    await world.start();
    const lenders: Lender[] = [];
    for (let number = 1; number <= count; number++)
      // Each has choices of their own, as they act at once and in no certain order.
      lenders.push(await openLender(world, randomOf(seed * 1_000 + number), `officer-${seed}-${number}`));
    const evaluations = new Map<string, string>();
    for (let month = 1; month <= months; month++) {
      await liveOneMonth(world, random, lenders, add);
      if (month % checkEvery !== 0 && month !== months) continue;
      await world.settle();
      const evidence = { stripe: world.stripe, lenders, evaluations };
      const broken = await world.inspect((engine) => findContradictions({ engine, ...evidence }));
      add("check of all invariants");
      say(
        `seed ${seed}, month ${month} of ${months}: ${evaluations.size} evaluations, ${broken.length} contradictions`,
      );
      if (broken.length > 0) return { counts, broken };
    }
    return { counts, broken: [] };
  } catch (error) {
    for (const line of world.lines.slice(-30)) say(line.slice(0, 400));
    throw new Error(`seed ${seed} failed`, { cause: error });
  } finally {
    await world.close();
  }
}

const DAYS_TOGETHER = 5;
const ACTS_AT_ONCE = 3;

export async function liveOneMonth(
  world: World,
  random: Random,
  lenders: readonly Lender[],
  add: (what: string) => void,
) {
  for (let day = 0; day < 30; day += DAYS_TOGETHER) {
    const heal = breakSomething(world, random, add);
    for (const lender of lenders) await lender.signIn();
    const acting = lenders.map(async (lender) => {
      for (let act = 0; act < ACTS_AT_ONCE; act++) add(await lender.act());
    });
    if (random.happens(10)) {
      await new Promise((resolve) => setTimeout(resolve, random.between(0, 800)));
      await world.kill();
      add("kill -9");
    }
    await Promise.all(acting);
    await world.start();
    if (random.happens(50)) heal();
    await world.advance(DAYS_TOGETHER * millisecondsInDay);
    heal();
  }
}

/** Returns what ends the failure; it may be called twice. */
function breakSomething({ sandbox, cutMail }: World, random: Random, add: (what: string) => void): () => void {
  const heal = () => {
    sandbox.plaid.reset();
    sandbox.stripe.reset();
    cutMail(false);
  };
  if (!random.happens(35)) return heal;
  const failures: Record<string, () => unknown> = {
    "Plaid down": () => sandbox.plaid.steer({ mode: "down" }),
    "Plaid answers 500": () => sandbox.plaid.steer({ mode: "error500" }),
    "Plaid limits its rate": () => sandbox.plaid.steer({ mode: "rateLimited" }),
    "Plaid's webhooks lost": () => sandbox.plaid.steer({ webhooks: "lost" }),
    "Plaid's webhooks doubled": () => sandbox.plaid.steer({ webhooks: "duplicate" }),
    "Stripe down": () => sandbox.stripe.steer({ mode: "down" }),
    "Stripe answers 500": () => sandbox.stripe.steer({ mode: "error500" }),
    "Stripe's reply lost": () => sandbox.stripe.steer({ mode: "lostReply" }),
    "Stripe's webhooks lost": () => sandbox.stripe.steer({ webhooks: "lost" }),
    "Stripe's webhooks doubled": () => sandbox.stripe.steer({ webhooks: "duplicate" }),
    "Stripe's webhooks shuffled": () => sandbox.stripe.steer({ webhooks: "shuffled" }),
    "mail server down": () => cutMail(true),
  };
  const [name, fail] = random.oneOf(Object.entries(failures));
  void fail();
  add(name);
  return heal;
}
