import type { Environment } from "#platform/contract/web-config.ts";

export const LOG_LEVELS = { trace: 0, debug: 10, info: 20, warn: 30, error: 40, fatal: 50 } as const;
export type LogLevel = keyof typeof LOG_LEVELS;

const DEFAULT_THRESHOLD: Record<Environment, number> = {
  local: LOG_LEVELS.debug,
  stage: LOG_LEVELS.info,
  prod: LOG_LEVELS.warn,
};

let threshold: number = LOG_LEVELS.warn; // until the configuration has been read

/** Sets the threshold from now on: `logLevel` (0 to 50) if given, else the environment's own. */
export function setLogThreshold(environment: Environment, logLevel: number | undefined): void {
  threshold = logLevel ?? DEFAULT_THRESHOLD[environment];
}

function writer(level: LogLevel) {
  const rank = LOG_LEVELS[level];
  return (text: string, ...details: unknown[]): void => {
    if (rank < threshold) return;
    if (rank >= LOG_LEVELS.error) console.error(text, ...details);
    else if (rank >= LOG_LEVELS.warn) console.warn(text, ...details);
    else if (rank >= LOG_LEVELS.info) console.info(text, ...details);
    else console.debug(text, ...details);
  };
}

export const log = {
  trace: writer("trace"),
  debug: writer("debug"),
  info: writer("info"),
  warn: writer("warn"),
  error: writer("error"),
  fatal: writer("fatal"),
};
export type Log = typeof log;
