import { pino, type DestinationStream, type Logger } from "pino";
import { currentOrigin } from "./observability/operations.ts";

export const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** JSON lines. Each that a request causes, directly or through a job, carries its `requestId`. */
export function openLog(level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    redact: ["req.headers.authorization", "*.password", "*.token"],
    mixin: () => {
      const origin = currentOrigin();
      return origin ? { requestId: origin.requestId } : {};
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
