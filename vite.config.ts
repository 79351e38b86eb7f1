// The browser's build. Development runs through tools/dev.ts, which adds the ports.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { markdownScripts } from "./tools/markdown-scripts.ts";
import { lightFirstLoad, noServerInBundle, sharedChunks } from "./tools/web-bundle.ts";

export default defineConfig({
  plugins: [react(), noServerInBundle(), lightFirstLoad(), markdownScripts()],
  build: {
    outDir: "dist/web",
    // Inlined data: addresses would need a looser content security policy.
    assetsInlineLimit: 0,
    // One sheet: a prerendered page is styled as a whole by what its head names, whatever chunks it came from.
    cssCodeSplit: false,
    // The prerender reads which chunks bring a page to life.
    manifest: true,
    license: { fileName: "third-party-licenses.txt" },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups: [sharedChunks()] } },
        },
      },
    },
  },
});
