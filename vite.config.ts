// The browser's build. Development runs through tools/dev.ts, which adds the ports.
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { noServerInBundle } from "./tools/no-server-in-bundle.ts";

export default defineConfig({
  plugins: [react(), noServerInBundle()],
  build: {
    outDir: "dist/web",
    // Inlined data: addresses would need a looser content security policy.
    assetsInlineLimit: 0,
  },
});
