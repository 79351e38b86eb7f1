// The server as few files, for a faster start with less memory than its two thousand modules need. What is loaded on
// demand, or reads files of its own package, stays in node_modules.
import { globSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { millisecondsInDay } from "date-fns/constants";
import { root } from "./settings.ts";

/** A process that an update leaves running may still load chunks of the build before. */
const STORED_DAYS = 7;

const IN_NODE_MODULES = [
  "@aws-sdk/client-s3",
  "@electric-sql/pglite",
  "@node-rs/argon2",
  "@simplewebauthn/server",
  "nodemailer",
  "openid-client",
  "pdfkit",
  "pino",
  "plaid",
  "prom-client",
  "stripe",
];

/** Builds app/server/start.ts into dist/server/start.js. Names stay readable: stack traces and the log show them. */
export async function bundleServer(): Promise<void> {
  const { build } = await import("vite");
  removeOldChunks();
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    build: {
      ssr: true,
      target: "node24",
      minify: false,
      emptyOutDir: false,
      outDir: "dist/server", // as deep as app/server: the server finds migrations and package.json from its own folder
      rolldownOptions: {
        input: {
          start: "app/server/start.ts",
          "back-test-thread": "features/underwriting/server/back-tests/thread.ts",
        },
        output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
      },
    },
    ssr: { noExternal: true, external: IN_NODE_MODULES },
  });
}

function removeOldChunks(): void {
  const since = Date.now() - STORED_DAYS * millisecondsInDay;
  for (const file of globSync(path.join(root, "dist/server/*-*.js"))) if (statSync(file).mtimeMs < since) rmSync(file);
}
