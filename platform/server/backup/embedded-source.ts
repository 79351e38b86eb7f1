import { openEmbedded } from "../database/embedded-engine.ts";
import type { Source } from "./source.ts";

/** The embedded database of a folder that no product is using. Throws FolderInUse. */
export async function withEmbeddedSource<T>(folder: string, work: (source: Source) => Promise<T>): Promise<T> {
  const engine = await openEmbedded({ folder });
  try {
    const { query } = engine.owner;
    return await work({
      engine: "embedded",
      query,
      queryNow: query,
      roles: async () => [],
      async *dump() {
        const image = await engine.dump();
        for await (const chunk of image.stream().pipeThrough(new CompressionStream("gzip"))) yield Buffer.from(chunk);
      },
    });
  } finally {
    await engine.close();
  }
}
