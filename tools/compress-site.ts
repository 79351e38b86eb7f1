// Lays compressed copies beside the built files, once, so that no request waits for it.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { root } from "./settings.ts";

const MIN_BYTES = 512; // below that the headers weigh more than what is saved

export function compressSite(): void {
  const folder = path.join(root, "dist/web");
  for (const file of globSync("**/*.{js,css,svg,json,txt}", { cwd: folder })) {
    const content = readFileSync(path.join(folder, file));
    if (content.length < MIN_BYTES) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(path.join(folder, `${file}.br`), brotliCompressSync(content, { params }));
    writeFileSync(path.join(folder, `${file}.gz`), gzipSync(content, { level: 9 }));
  }
}
