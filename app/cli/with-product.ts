import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../server/config.ts";
import { openProductDatabase } from "../server/database.ts";
import { openProduct, type Product } from "../server/product.ts";

export async function withProduct<T>(
  config: Config,
  log: FastifyBaseLogger,
  work: (product: Product) => Promise<T>,
): Promise<T> {
  const opened = await openProductDatabase(config, (error) => log.warn({ err: error }, "a database connection broke"));
  const product = await openProduct(config, opened, log);
  try {
    return await work(product);
  } finally {
    await product.close();
  }
}
