import path from "node:path";
import { expect, test } from "vitest";
import { root } from "./settings.ts";
import { SITE_CHUNK, sharedChunks } from "./shared-chunks.ts";

const file = (name: string) => path.join(root, name);
const REACT = "/else/node_modules/react/index.js";

const imports: Readonly<Record<string, readonly string[]>> = {
  [file("app/web/start.tsx")]: [file("platform/web/config.ts")],
  [file("app/web/run-site.tsx")]: [file("platform/web/config.ts"), file("platform/web/parts/Button.tsx")],
  [file("platform/web/parts/Button.tsx")]: [REACT, file("app/web/run-site.tsx")],
  [file("platform/web/form/Form.tsx")]: [file("platform/web/parts/Button.tsx"), file("platform/web/http/explain.ts")],
};
const graph = { getModuleInfo: (id: string) => ({ importedIds: imports[id] ?? [] }) };
const { name } = sharedChunks();
const chunkOf = (id: string) => name(id, graph);

test("a module belongs to the first group that reaches it, and libraries have a file of their own", () => {
  expect(chunkOf(file("platform/web/parts/Button.tsx"))).toBe(SITE_CHUNK);
  expect(chunkOf(REACT)).toBe("libraries");
  expect(chunkOf(file("platform/web/http/explain.ts"))).toBe("form");
});

test("files of the page's first load stay out of every group, and so do files that are not listed", () => {
  expect(chunkOf(file("platform/web/config.ts"))).toBeNull();
  expect(chunkOf(file("features/site/web/TermsPage.tsx"))).toBeNull();
});
