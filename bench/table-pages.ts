// The pages that table.bench.ts compares, built by Vite as the product is and served alike: our table, AG Grid where it
// can be had, and a copy of ours without its code, which plain code fills.
import { cp } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import { root } from "../tools/settings.ts";
import { providePeer, withFolder } from "./bare-pages.ts";
import type { BenchRow } from "./pages/table/rows.ts";

const AG_GRID = { name: "ag-grid-community", version: "36.2.0" };

export interface TablePages {
  readonly url: string;
  /** Absent where the package cannot be had: offline, and never installed before. */
  readonly hasAgGrid: boolean;
}

export function withTablePages(work: (pages: TablePages) => Promise<void>): Promise<void> {
  const peer = providePeer(AG_GRID.name, AG_GRID.version);
  if (peer === null) console.log(`  AG Grid: not measured; ${AG_GRID.name} ${AG_GRID.version} could not be installed`);
  const source = path.join(root, "bench/pages/table");
  return withFolder(
    async (folder) => {
      const { build } = await import("vite");
      const react = (await import("@vitejs/plugin-react")).default;
      await build({
        root: source,
        configFile: false,
        logLevel: "error",
        plugins: [react()],
        build: {
          outDir: folder,
          emptyOutDir: true,
          rolldownOptions: {
            input: ["index.html", "ours.html", "ag.html", "engine.html", "plain.ts"].map((file) =>
              path.join(source, file),
            ),
            output: { entryFileNames: "[name].js" },
          },
        },
      });
      const script = "ag-grid-community.min.js";
      if (peer !== null) await cp(path.join(peer, "dist", script), path.join(folder, "peer", script));
    },
    (url) => work({ url, hasAgGrid: peer !== null }),
  );
}

/** A copy of our rendered page in which plain code replaces ours. `first` is the row on its first line. */
export async function plainCopy(ours: Page, first: BenchRow): Promise<string> {
  const page = (await ours.content()).replaceAll(/<script\b[\s\S]*?<\/script>|<link\b[^>]*modulepreload[^>]*>/g, "");
  const line = await ours.locator("tr[data-row='0']").evaluate((row) => row.outerHTML);
  const { cents: _unseen, ...seen } = first;
  const template = Object.entries(seen)
    .toSorted(([, one], [, other]) => other.length - one.length)
    .reduce((html, [name, value]) => html.replaceAll(value, `{${name}}`), line)
    .replace('data-row="0"', 'data-row="{at}"')
    .replace('aria-rowindex="2"', 'aria-rowindex="{place}"');
  const code = `<template>${template}</template><script type="module" src="/plain.js"></script>`;
  return page.replace("</body>", `${code}</body>`);
}
