import path from "node:path";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import vm from "node:vm";
import { afterEach, describe, expect, test } from "vitest";
import { build } from "vite";
import { root } from "./settings.ts";
import { lightFirstLoad, noServerInBundle, sharedChunks, SITE_CHUNK } from "./web-bundle.ts";
import { readConfig } from "../app/server/config.ts";
import { MARKDOWN_SCRIPTS } from "./markdown-scripts.ts";

describe("shared chunks", () => {
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
});

describe("what a build refuses", () => {
  const lender = mkdtempSync(path.join(os.tmpdir(), "keyturn-bundle-"));
  afterEach(() => rmSync(lender, { recursive: true, force: true }));

  function lay(files: Record<string, string>): void {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(lender, name)), { recursive: true });
      writeFileSync(path.join(lender, name), content);
    }
  }

  function bundle(): Promise<unknown> {
    const rolldownOptions = { input: path.join(lender, "app/web/start.ts") };
    return build({
      root: lender,
      configFile: false,
      logLevel: "silent",
      plugins: [noServerInBundle(), lightFirstLoad()],
      build: { rolldownOptions },
    });
  }

  test("a build that reaches a server file fails and names it, even when nothing of it is used", async () => {
    lay({
      "app/web/start.ts": `import { shown } from "../../features/borrowers/web/shown.ts"; document.title = shown;`,
      "features/borrowers/web/shown.ts": `import { secret } from "../server/queries.ts"; export const shown = "borrowers"; export const unused = secret;`,
      "features/borrowers/server/queries.ts": `export const secret = "sealed";`,
    });
    await expect(bundle()).rejects.toThrow(
      "features/borrowers/server/queries.ts must not reach the browser (imported by features/borrowers/web/shown.ts)",
    );
  });

  test("contracts and web folders may be bundled", async () => {
    lay({
      "app/web/start.ts": `import { status } from "../../features/borrowers/contract.ts"; document.title = status;`,
      "features/borrowers/contract.ts": `export const status = "new";`,
    });
    await expect(bundle()).resolves.toBeDefined();
  });

  describe.each([
    ["dompurify/index.js", false],
    ["zod/v4/classic/schemas.js", false],
    ["zod/v4/mini/schemas.js", true],
    ["react/index.js", true],
  ])("%s", (file, isAllowed) => {
    const layPage = (start: string) =>
      lay({
        "app/web/start.ts": start,
        "app/web/first.ts": `import { part } from "../../node_modules/${file}"; document.title = part;`,
        [`node_modules/${file}`]: `export const part = "part";`,
      });

    test(`is ${isAllowed ? "" : "not "}allowed in the first load, through an import of an import too`, async () => {
      layPage(`import "./first.ts";`);
      if (isAllowed) await expect(bundle()).resolves.toBeDefined();
      else await expect(bundle()).rejects.toThrow(`${file} must not be in the first load`);
    });

    test("may be loaded later", async () => {
      layPage(`addEventListener("click", () => import("./first.ts"));`);
      await expect(bundle()).resolves.toBeDefined();
    });
  });
});

describe("markdown scripts", () => {
  test("the build writes both scripts where the configuration looks for them", () => {
    const { scripts } = readConfig({ APP_ENV: "local" }, "/nowhere").web;
    expect([scripts.markdownRenderer, scripts.markdownEditor]).toEqual(
      Object.keys(MARKDOWN_SCRIPTS).map((name) => `/${name}`),
    );
  });

  test.each(Object.entries(MARKDOWN_SCRIPTS))(
    "%s is a classic script that a strict policy lets run",
    async (_name, make) => {
      const script = await make();
      expect(() => new vm.Script(script)).not.toThrow();
      expect(script).not.toMatch(/\beval\(|new Function|sourceMappingURL|innerHTML/);
    },
  );

  test("the renderer defines only the global `marked`", () => {
    const page: Record<string, unknown> = {};
    new vm.Script(MARKDOWN_SCRIPTS["assets/markdown-renderer.js"]()).runInNewContext(page);
    expect(Object.keys(page)).toEqual(["marked"]);
  });
});
