// The API's description under the recommended rules of Redocly and of Spectral.
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Spectral, type RulesetDefinition } from "@stoplight/spectral-core";
import { oas } from "@stoplight/spectral-rulesets";
import { expect, test } from "vitest";
import { describeProduct } from "./api-description.ts";

const described = describeProduct({
  title: "Keyturn",
  version: "1",
  publicUrl: "https://keyturn.mortgage",
  server: "https://keyturn.mortgage/api/latest",
});
/** What both sets of rules know to be wrong. */
const broken = { ...described, info: { title: "Keyturn" }, paths: { "/plans": { get: { responses: {} } } } };

test("Redocly's recommended rules find nothing", async () => {
  const config = await createConfig({
    extends: ["recommended"],
    // `/borrower/notify-lender/{id}` beside `/borrower/{id}/open-visit`: ids are UUIDs, so no word is one.
    rules: { "no-ambiguous-paths": "off" },
  });
  const problemsOf = async (description: object) => {
    const source = JSON.stringify(description);
    const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
    return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer} ${message}`);
  };
  expect(await problemsOf(described)).toEqual([]);
  expect(await problemsOf(broken)).not.toEqual([]);
});

test("Spectral's recommended rules find nothing", async () => {
  const spectral = new Spectral();
  // Spectral's own types are wrong here: they reject a rule set that extends nothing.
  spectral.setRuleset({ extends: [[oas as RulesetDefinition, "recommended"]] });
  const problemsOf = async (description: object) => {
    const problems = await spectral.run(JSON.stringify(description));
    return problems.map(({ code, message, path }) => `${code} ${path.join("/")} ${message}`);
  };
  expect(await problemsOf(described)).toEqual([]);
  expect(await problemsOf(broken)).not.toEqual([]);
});
