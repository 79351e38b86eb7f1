import path from "node:path";
import { expect, test } from "vitest";
import { root } from "./settings.ts";
import { SITE_CHUNK, sharedChunks } from "./shared-chunks.ts";

const file = (name: string) => path.join(root, name);
const REACT = "/else/node_modules/react/index.js";

const imports: Readonly<Record<string, readonly string[]>> = {
  [file("app/start-web.tsx")]: [file("kit/web/config.ts")],
  [file("app/web/run-site.tsx")]: [file("kit/web/config.ts"), file("kit/web/parts/Button.tsx")],
  [file("kit/web/parts/Button.tsx")]: [REACT, file("app/web/run-site.tsx")],
  [file("kit/web/form/Form.tsx")]: [file("kit/web/parts/Button.tsx"), file("kit/web/http/explain.ts")],
};
const graph = { getModuleInfo: (id: string) => ({ importedIds: imports[id] ?? [] }) };
const { name } = sharedChunks();
const chunkOf = (id: string) => name(id, graph);

test("a module comes with the first that brings it along, and what others wrote in a file of its own", () => {
  expect(chunkOf(file("kit/web/parts/Button.tsx"))).toBe(SITE_CHUNK);
  expect(chunkOf(REACT)).toBe("libraries");
  expect(chunkOf(file("kit/web/http/explain.ts"))).toBe("form");
});

test("what the page's first load needs stays out of every group, and so does what nobody named", () => {
  expect(chunkOf(file("kit/web/config.ts"))).toBeNull();
  expect(chunkOf(file("features/site/web/TermsPage.tsx"))).toBeNull();
});
