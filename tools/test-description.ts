// Before the server tests: the API's description, made once for all files; after them, how many replies matched it.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { describeProduct } from "../app/server/api-description.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** File of the API's description. */
    apiDescription: string;
    /** File to which each test file adds how many replies it checked. */
    checkedReplies: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "keyturn-description-"));
  const description = path.join(folder, "openapi.json");
  const checked = path.join(folder, "checked-replies");
  const publicUrl = "http://localhost";
  await writeFile(
    description,
    JSON.stringify(describeProduct({ title: "Keyturn", version: "1", publicUrl, server: `${publicUrl}/api/latest` })),
  );
  await writeFile(checked, "");
  project.provide("apiDescription", description);
  project.provide("checkedReplies", checked);
  return async () => {
    const counts = (await readFile(checked, "utf8")).split("\n").map(Number);
    console.log(`\n${counts.reduce((sum, count) => sum + count, 0)} replies checked against the API's description.\n`);
    await rm(folder, { recursive: true, force: true });
  };
}
