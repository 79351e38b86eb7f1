import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { readTestConfig } from "#platform/web/test-http.ts";
import { TermsPage } from "./TermsPage.tsx";

test("the terms say what a report costs in addition to the plan", async () => {
  await readTestConfig();
  render(<TermsPage />);
  expect(document.body.textContent).toContain("Asset reports are billed by use: $25 each.");
});
