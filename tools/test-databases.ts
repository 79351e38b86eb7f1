// Before the server tests: a PostgreSQL for all of them, unless TEST_DATABASE_URL names one, with a migrated template
// to copy, and the same as an image for the embedded database. Each suite makes a database of its own from them.
import type { TestProject } from "vitest/node";
import { makeImage, makeTemplate } from "./database-images.ts";
import { howToGetPostgres, startPostgres } from "./postgres.ts";

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const postgres = given ? null : await startPostgres();
  const url = given || (postgres?.url ?? null);
  if (!url)
    console.log(`\nThe PostgreSQL half of the tests is skipped: ${howToGetPostgres}, or set TEST_DATABASE_URL.\n`);
  else await makeTemplate(url);
  const image = await makeImage();
  project.provide("postgresUrl", url);
  project.provide("databaseImage", image.path);
  return async () => {
    await image.remove();
    await postgres?.stop();
  };
}
