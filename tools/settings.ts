// What the tools read from the environment, with the local defaults that the product and the sandbox providers share.
import path from "node:path";

export const root = path.resolve(import.meta.dirname, "..");

export interface Settings {
  appEnv: string;
  port: number;
  sandboxPort: number;
  mailPort: number;
  /** Absolute. */
  dataDir: string;
  databaseUrl: string;
  /** Where people open the site. */
  publicUrl: string;
}

/** @throws Error in a reader's words when a port is not a number from 1 to 65535 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const port = portOf(env, "PORT", 3000);
  return {
    appEnv: env.APP_ENV || "local",
    port,
    sandboxPort: portOf(env, "SANDBOX_PORT", 4010),
    mailPort: portOf(env, "MAIL_PORT", 8025),
    dataDir: path.resolve(root, env.DATA_DIR || ".data"),
    databaseUrl: env.DATABASE_URL || "",
    publicUrl: env.PUBLIC_URL || `http://localhost:${port}`,
  };
}

/** The settings as the variables that the children read. */
export function toEnv(settings: Omit<Settings, "publicUrl" | "databaseUrl">): NodeJS.ProcessEnv {
  return {
    APP_ENV: settings.appEnv,
    PORT: String(settings.port),
    SANDBOX_PORT: String(settings.sandboxPort),
    MAIL_PORT: String(settings.mailPort),
    DATA_DIR: settings.dataDir,
    // The sandbox has a receiver on this machine.
    ...(settings.appEnv === "local" && { WEBHOOKS_ALLOW_PRIVATE_ADDRESSES: "true" }),
  };
}

/** What any program needs to run, and nothing that would steer ours. */
export function plainEnv(): NodeJS.ProcessEnv {
  const stored = ["PATH", "HOME", "TMPDIR", "TEMP", "SYSTEMROOT", "LANG", "TZ", "CI"];
  return Object.fromEntries(
    stored.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

function portOf(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const port = Number(env[name] || fallback);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`${name} must be a port, 1 to 65535, not "${env[name]}".`);
  return port;
}
