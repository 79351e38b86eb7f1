// Runs the sandbox providers and the product in one terminal: starts them in order, watches and stops them together.
import { createWriteStream, existsSync, renameSync, statSync, type WriteStream } from "node:fs";
import path from "node:path";
import { startChild, untilItAnswers, type Child } from "./child.ts";
import { readable } from "./product-lines.ts";
import { toEnv, type Settings } from "./settings.ts";

const logBytesKept = 10_000_000;
const lastLines = 12;

export interface Plan {
  settings: Settings;
  /** Arguments of Node for the product, and what it reads beyond the settings. */
  product: { args: string[]; env: NodeJS.ProcessEnv; port: number };
  /** Called once all answer; may start more and returns how to stop that. */
  onReady(seconds: number): Promise<() => Promise<void>> | void;
}

/** Runs until a signal (exit code 0) or until one of them dies (its exit code, 1 at least). */
export async function runLocalStack({ settings, product, onReady }: Plan): Promise<number> {
  const began = performance.now();
  const env = { ...process.env, ...toEnv(settings) };
  const children: Child[] = [];
  let stopping = false;
  const signaled = new Promise<0>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve(0));
  });
  const start = (name: string, file: string, args: string[], childEnv: NodeJS.ProcessEnv) => {
    const output = openOutput(path.join(settings.dataDir, "logs", file));
    const child = startChild({ name, args, env: childEnv, onLine: output.take });
    children.push(child);
    const died = child.ended.then(({ code, how }) => {
      output.close();
      return () => {
        if (stopping) return 0;
        output.sayTheLast();
        console.error(`\n${name} stopped by itself (${how}).`);
        return code || 1;
      };
    });
    return { child, died };
  };

  let stopMore: (() => Promise<void>) | undefined;
  const lead = async (): Promise<number> => {
    const sandboxProviders = start("The sandbox", "sandbox.log", ["sandbox/start-sandbox.ts"], env);
    if (!(await untilItAnswers(sandboxProviders.child, `http://localhost:${settings.sandboxPort}/`)))
      return (await sandboxProviders.died)();
    const api = start("The product", "product.log", product.args, { ...env, ...product.env });
    const patience = setTimeout(() => console.log("Preparing the database and the sample lender …"), 1500);
    const first = await Promise.race([
      untilItAnswers(api.child, `http://localhost:${product.port}/health`),
      sandboxProviders.died,
    ]);
    clearTimeout(patience);
    if (first === true) stopMore = (await onReady((performance.now() - began) / 1000)) ?? undefined;
    return (await Promise.race([sandboxProviders.died, api.died]))();
  };
  try {
    return await Promise.race([lead(), signaled]);
  } finally {
    stopping = true;
    await stopMore?.();
    await Promise.all(children.map((child) => child.stop()));
  }
}

/** Everything goes into the file; warnings and errors are shown as well. */
function openOutput(file: string) {
  if (existsSync(file) && statSync(file).size > logBytesKept) renameSync(file, `${file}.1`);
  const log: WriteStream = createWriteStream(file, { flags: "a", mode: 0o600 });
  const unseen: string[] = [];
  let shown = 0;
  return {
    take(line: string, from: "stdout" | "stderr") {
      log.write(`${line}\n`);
      const text = from === "stderr" || line.startsWith("{") ? readable(line) : null;
      if (text === null) {
        unseen.push(line);
        if (unseen.length > lastLines) unseen.shift();
        return;
      }
      shown++;
      console.error(text);
    },
    /** For a process that died without a warning: its last lines, whatever they are. */
    sayTheLast() {
      if (shown === 0) for (const line of unseen) console.error(line);
    },
    close: () => log.end(),
  };
}
