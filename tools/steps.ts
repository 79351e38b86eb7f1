// Named steps, a few at a time: each says how long it took, a failing one shows its whole output.
import { runQuietly } from "./run-once.ts";

export interface Step {
  name: string;
  /** Arguments of Node, the file first. */
  args: string[];
}

/** Runs every step, also after one failed. @returns how many failed */
export async function runSteps(steps: Step[], atOnce = 2): Promise<number> {
  const waiting = [...steps];
  let failed = 0;
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const began = performance.now();
      // Colors only where a person looks.
      const env = process.stdout.isTTY ? { ...process.env, FORCE_COLOR: "1" } : process.env;
      const { code, output } = await runQuietly(step.args, env);
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      console.log(`${code === 0 ? "✓" : "✗"} ${step.name.padEnd(16)} ${seconds.padStart(5)} s`);
      if (code === 0) continue;
      failed++;
      console.log(output.trimEnd());
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return failed;
}
