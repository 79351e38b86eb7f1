// The two scripts of our own that pages load on demand, under fixed names: the markdown renderer and the markdown editor.
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";

const TOOLBAR = "@github/markdown-toolbar-element";

/** Where the site serves them; the same two addresses are the defaults of the product's configuration. */
export const MARKDOWN_SCRIPTS = {
  "assets/markdown-renderer.js": rendererScript,
  "assets/markdown-editor.js": editorScript,
};

/** Vite plugin: writes both beside the built site, and serves them while developing. */
export function markdownScripts(): Plugin {
  return {
    name: "markdown-scripts",
    // A page that is drawn on the server loads no script.
    applyToEnvironment: ({ name }) => name === "client",
    async generateBundle() {
      for (const [fileName, make] of Object.entries(MARKDOWN_SCRIPTS))
        this.emitFile({ type: "asset", fileName, source: await make() });
    },
    configureServer({ middlewares }) {
      for (const [fileName, make] of Object.entries(MARKDOWN_SCRIPTS))
        middlewares.use(`/${fileName}`, (_request, response, next) => {
          response.setHeader("content-type", "text/javascript");
          Promise.resolve(make()).then((script) => response.end(script), next);
        });
    },
  };
}

/** marked as its makers built it for a script element: it leaves `window.marked` behind. */
function rendererScript(): string {
  const script = readFileSync(path.join(path.dirname(fileOf("marked")), "marked.umd.js"), "utf8");
  return script.replace(/\n\/\/# sourceMappingURL=\S*\s*$/, "\n"); // the map is not served
}

/** The toolbar's module as one classic script with its license: it registers `<markdown-toolbar>`. */
async function editorScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      lib: { entry: fileOf(TOOLBAR), formats: ["iife"], name: "MarkdownToolbar" },
    },
  });
  const [bundle] = [built].flat();
  if (bundle === undefined || !("output" in bundle)) throw new Error("The markdown editor was not built");
  const license = readFileSync(path.join(path.dirname(fileOf(TOOLBAR)), "../LICENSE"), "utf8");
  return `/*!\n${license}*/\n${bundle.output[0].code}`;
}

function fileOf(packageName: string): string {
  return fileURLToPath(import.meta.resolve(packageName));
}
