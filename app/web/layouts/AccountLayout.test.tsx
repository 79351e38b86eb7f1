import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { endSession } from "#features/auth/web/session/session.ts";
import { signIn } from "#features/auth/web/session/test-sign-in.ts";
import { ROLES } from "#platform/contract/who.ts";
import { readTestConfig } from "#platform/web/test-config.ts";
import { renderAt } from "#platform/web/test-router.tsx";
import { AccountLayout } from "./AccountLayout.tsx";

afterEach(endSession);

test.each(ROLES)("borrowers are in the side nav for those who may read some, as %s", async (role) => {
  await readTestConfig();
  signIn({ role });
  await renderAt("/account", <AccountLayout />);
  await screen.findByRole("button", { name: "SETTINGS" });
  const mayRead = role !== "inactive" && role !== "guest";
  expect(screen.queryByRole("button", { name: "BORROWERS" }) !== null).toBe(mayRead);
});
