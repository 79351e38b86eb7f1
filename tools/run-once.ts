// Runs a command to its end, and shows its output only when it fails: of the product only its warnings and errors.
import { spawn, spawnSync } from "node:child_process";
import { root } from "./settings.ts";
import { failureOf, type Tally } from "./tally.ts";

// The product logs JSON for machines.
const levels: Record<number, string> = { 40: "Warning", 50: "Error", 60: "Fatal error" };

/**
 * One line of the product's log as a person should read it.
 * @returns null for what belongs in the log file alone: everything below a warning
 */
export function readable(line: string): string | null {
  const entry = parse(line);
  if (!entry) return line.trim() === "" ? null : line;
  const { level, msg, err } = entry;
  const name = typeof level === "number" ? levels[Math.floor(level / 10) * 10] : undefined;
  if (!name) return null;
  const message = typeof msg === "string" ? msg : "";
  const cause = causeOf(err);
  return `${name}: ${[message, cause === message ? "" : cause].filter(Boolean).join(": ") || line}`;
}

function parse(line: string): Record<string, unknown> | null {
  if (!line.startsWith("{")) return null;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return null;
  }
}

function causeOf(err: unknown): string {
  if (typeof err !== "object" || err === null || !("message" in err)) return "";
  return typeof err.message === "string" ? err.message : "";
}

export interface Outcome {
  code: number;
  output: string;
}

/** Runs Node with `args` in the project, quietly. Never rejects: a process that could not start is code 1. */
export function runQuietly(args: string[], env: NodeJS.ProcessEnv = process.env): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const take = (chunk: Buffer) => (output += chunk.toString());
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    child.once("error", (error) => resolve({ code: 1, output: error.message }));
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Runs Node with `args` in the project on our own terminal. Blocks. */
export function runShown(args: string[], env: NodeJS.ProcessEnv = process.env): number {
  return spawnSync(process.execPath, args, { cwd: root, env, stdio: "inherit" }).status ?? 1;
}

/** The output of a failed product command as a person should read it: its warnings and errors, else all of it. */
export function readableOutput(output: string): string {
  const lines = output.split("\n").filter(Boolean);
  const reported = lines.map((line) => readable(line)).filter((line) => line !== null);
  return (reported.length > 0 ? reported : lines).join("\n");
}

export interface Step {
  name: string;
  /** Arguments of Node, the file first. */
  args: string[];
}

/**
 * Runs every step, also after one failed, a few at a time: each says how long it took, a failing one shows its output.
 * @returns only what failed: a step is no test
 */
export async function runSteps(steps: Step[], atOnce = 2): Promise<Tally> {
  const waiting = [...steps];
  const failures: string[] = [];
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const began = performance.now();
      // Colors only where a person looks.
      const env = process.stdout.isTTY ? { ...process.env, FORCE_COLOR: "1" } : process.env;
      const { code, output } = await runQuietly(step.args, env);
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      console.log(`${code === 0 ? "✓" : "✗"} ${step.name.padEnd(16)} ${seconds.padStart(5)} s`);
      if (code === 0) continue;
      failures.push(failureOf(step.name, output.trimEnd()));
      console.log(output.trimEnd());
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { passed: 0, failed: failures.length, failures };
}
