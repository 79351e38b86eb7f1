// Runs a command to its end, and shows its output only when it fails.
import { spawn, spawnSync } from "node:child_process";
import { readable } from "./product-lines.ts";
import { root } from "./settings.ts";

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
