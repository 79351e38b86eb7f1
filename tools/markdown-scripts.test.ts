import vm from "node:vm";
import { expect, test } from "vitest";
import { readConfig } from "../app/server/config.ts";
import { MARKDOWN_SCRIPTS } from "./markdown-scripts.ts";

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
