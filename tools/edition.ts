// npm run edition -- "What changes." [--effective 2027-03-01]: seals the underwriting rules of the working tree, as one
// file without imports that anyone can run, named by its hash. docs/decisions/0051 explains editions.
import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import ts from "typescript";
import { type Edition, EDITIONS } from "../features/underwriting/rules/editions.ts";
import { root } from "./settings.ts";

const ENTRY = "features/underwriting/rules/evaluate.ts";
const LIST = "features/underwriting/rules/editions.ts";
export const fileOfEdition = (hash: string) => path.join(root, "editions", `${hash}.js`);

/** Hexadecimal SHA-256. */
export function hashOf(code: string | Uint8Array): string {
  return createHash("sha256").update(code).digest("hex");
}

/** The rules of the source under `folder` as one module without imports. The same source has the same bytes. */
export async function bundleEdition(folder = root): Promise<string> {
  const { build } = await import("vite");
  const result = await build({
    root: folder,
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    plugins: [{ name: "without-schemas", enforce: "pre", transform: withoutSchemas }],
    build: {
      ssr: true,
      write: false,
      minify: false,
      target: "es2022",
      rolldownOptions: {
        input: ENTRY,
        treeshake: { moduleSideEffects: false },
        // A comment changes no answer, so it changes no edition.
        output: { comments: false },
      },
    },
    ssr: { noExternal: true },
  });
  if (!("output" in result) || result.output.length !== 1) throw new Error("An edition is one file.");
  return result.output[0].code;
}

/** Leaves out what calls make in files of schemas: the rules read only their types, so an edition needs no library. */
function withoutSchemas(code: string, id: string): string | null {
  if (!code.includes('from "zod/mini"')) return null;
  const source = ts.createSourceFile(id, code, ts.ScriptTarget.Latest);
  const made = source.statements
    .filter((statement) => ts.isVariableStatement(statement))
    .flatMap(({ declarationList }) => declarationList.declarations)
    .flatMap(({ initializer }) => (initializer && ts.isCallExpression(initializer) ? [initializer] : []));
  return made.reduceRight((rest, one) => `${rest.slice(0, one.getStart(source))}undefined${rest.slice(one.end)}`, code);
}

/** The list with the rules of the working tree as its last edition. Throws with what is missing. */
export function sealed(
  editions: readonly Edition[],
  code: string,
  { changes, effectiveFrom }: { readonly changes?: string | undefined; readonly effectiveFrom?: string | undefined },
): readonly Edition[] {
  const hash = hashOf(code);
  const last = editions.at(-1);
  if (last?.hash === hash && changes === undefined && effectiveFrom === undefined) return editions;
  const ruleSetVersion = /^(?:var|const) RULE_SET_VERSION = "(.+)";$/m.exec(code)?.[1];
  if (ruleSetVersion === undefined) throw new Error("The edition does not say its RULE_SET_VERSION.");
  const isOpen = last?.sealedOn === null;
  const said = changes ?? (isOpen ? last.changes : undefined);
  if (said === undefined) throw new Error('Say what changes: npm run edition -- "Fee refunds count as refunds."');
  const from = effectiveFrom ?? last?.effectiveFrom;
  if (from === undefined || !/^\d{4}-\d\d-\d\d$/.test(from)) throw new Error("--effective takes a day: 2027-03-01");
  const edition = { hash, ruleSetVersion, effectiveFrom: from, sealedOn: null, changes: said };
  return [...(isOpen ? editions.slice(0, -1) : editions), edition];
}

/** Writes the list into its source file. */
export async function writeEditions(editions: readonly Edition[]): Promise<void> {
  const { format, resolveConfig } = await import("prettier");
  const file = path.join(root, LIST);
  const source = readFileSync(file, "utf8");
  const listed = source.replace(
    /(const EDITIONS: [^=]*= )\[[^]*?\n\];/,
    (_, head: string) => `${head}${JSON.stringify(editions)};`,
  );
  writeFileSync(file, await format(listed, { ...(await resolveConfig(file)), parser: "typescript" }));
}

if (import.meta.main) {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { effective: { type: "string" } },
    });
    const code = await bundleEdition();
    const editions = sealed(EDITIONS, code, { changes: positionals[0], effectiveFrom: values.effective });
    const { hash } = editions.at(-1)!; // `sealed` returns at least the one it made
    const left = EDITIONS.filter((one) => !editions.some((other) => other.hash === one.hash));
    for (const one of left) rmSync(fileOfEdition(one.hash), { force: true });
    writeFileSync(fileOfEdition(hash), code);
    await writeEditions(editions);
    console.log(`Sealed editions/${hash}.js (${code.length} characters).`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
