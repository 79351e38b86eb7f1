/** One thing that a provider must do for the product. */
export interface Check {
  /** A sentence: what holds when `run` resolves. */
  readonly proves: string;
  run(): Promise<void>;
}

/** What only a person can do, in a browser or a dashboard. */
interface ManualCheck {
  readonly byHand: string;
}

/** In this order: a later check may use what an earlier one made. */
export type Checks = readonly (Check | ManualCheck)[];

/** Runs and prints them all. Returns how many failed. */
export async function runChecks(name: string, checks: Checks, print: (line: string) => void): Promise<number> {
  let failed = 0;
  for (const check of checks) {
    if ("byHand" in check) {
      print(`  by hand  ${name}: ${check.byHand}`);
      continue;
    }
    try {
      await check.run();
      print(`  ok       ${name}: ${check.proves}`);
    } catch (error) {
      failed++;
      print(`  FAILED   ${name}: ${check.proves}\n           ${reasonOf(error)}`);
    }
  }
  return failed;
}

/** The errors of our clients name the provider's answer in their cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  return cause instanceof Error ? `${message}: ${reasonOf(cause)}` : message;
}
