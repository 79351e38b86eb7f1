// npm run build: the pages, into dist/web. The server needs no build.
import { buildWeb } from "./web-build.ts";

try {
  await buildWeb();
  console.log("Built dist/web.");
} catch (error) {
  // The bundler puts its own stack into the message: it says nothing about our code.
  const text = error instanceof Error ? error.message : String(error);
  console.error(text.replace(/^\s+at .*\n?/gm, "").trimEnd());
  process.exitCode = 1;
}
