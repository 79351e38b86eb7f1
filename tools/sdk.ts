// Builds the package keyturn into sdk/dist: the client as one file without dependencies, the command, and types that need
// no other package.
import { chmodSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import ts from "typescript";
import { keyCalls } from "../sdk/calls.ts";
import { describeSdk } from "./sdk-types.ts";
import { root } from "./settings.ts";

const callsFile = path.join(root, "sdk/calls.ts");

/** Builds the package; throws with the reason, such as an import of another package. */
export async function buildSdk(): Promise<void> {
  const { build } = await import("vite");
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    plugins: [
      { name: "calls-as-data", load: (id) => (id === callsFile ? callsAsData() : null) },
      { name: "without-packages", generateBundle: (_options, bundle) => refusePackages(Object.values(bundle)) },
    ],
    build: {
      ssr: true,
      target: "node20",
      minify: false,
      outDir: "sdk/dist",
      emptyOutDir: true,
      rolldownOptions: {
        input: { keyturn: "sdk/keyturn.ts", cli: "sdk/cli.ts" },
        output: { entryFileNames: "[name].js", chunkFileNames: "[name].js" },
      },
    },
  });
  const cli = path.join(root, "sdk/dist/cli.js");
  writeFileSync(cli, `#!/usr/bin/env node\n${readFileSync(cli, "utf8")}`);
  chmodSync(cli, 0o755);
  writeFileSync(path.join(root, "sdk/dist/keyturn.d.ts"), declarations());
  cpSync(path.join(root, "editions"), path.join(root, "sdk/dist/editions"), { recursive: true });
}

function refusePackages(files: readonly { readonly fileName: string; readonly imports?: readonly string[] }[]): void {
  for (const { fileName, imports = [] } of files)
    for (const name of imports)
      if (!isBuiltin(name) && !files.some((file) => file.fileName === name))
        throw new Error(`${fileName} imports ${name}, which the package does not contain.`);
}

/** What the client reads of a call, so that the package needs no schemas. */
function callsAsData(): string {
  const shapeOf = (schema: { shape: object } | undefined) =>
    schema && { shape: Object.fromEntries(Object.keys(schema.shape).map((name) => [name, true])) };
  const rows = Object.entries(keyCalls).map(
    ([name, { method, path, params, query, body, upload, reply, idempotent }]) => {
      const file = reply !== null && "file" in reply ? { file: reply.file } : {};
      const parts = { params: shapeOf(params), query: shapeOf(query), body: shapeOf(body) };
      return [name, { method, path, ...parts, upload, reply: reply && file, idempotent }];
    },
  );
  return `export const keyCalls = ${JSON.stringify(Object.fromEntries(rows))};`;
}

function declarations(): string {
  const sources = ["sdk/call-options.ts", "sdk/client.ts", "sdk/webhooks.ts"].map((file) => declarationOf(file));
  const apiError = /export declare class ApiError[^]*?\n}/.exec(declarationOf("platform/web/http/api-error.ts"))?.[0];
  if (apiError === undefined) throw new Error("ApiError has moved: adapt tools/sdk.ts");
  // Its constructor is not for callers.
  return [describeSdk(), apiError.replace(/\n *constructor\([^]*?\);/, ""), ...sources, "export {};\n"].join("\n\n");
}

function declarationOf(file: string): string {
  const { outputText, diagnostics } = ts.transpileDeclaration(readFileSync(path.join(root, file), "utf8"), {
    fileName: file,
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2024, module: ts.ModuleKind.NodeNext },
  });
  const [problem] = diagnostics ?? [];
  if (problem) throw new Error(`${file}: ${ts.flattenDiagnosticMessageText(problem.messageText, "\n")}`);
  return outputText.replaceAll(/^import [^;]*;\n/gm, "").replaceAll(/^export {};\n?/gm, "");
}

if (import.meta.main) {
  await buildSdk();
  console.log("Built sdk/dist.");
}
