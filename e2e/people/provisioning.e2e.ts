import { expect } from "@playwright/test";
import { addSsoDomain, readSso, verifySsoDomain } from "../../features/single-sign-on/contract.ts";
import { inviteMember } from "../../features/organizations/contract.ts";
import { test } from "../fixtures.ts";
import { logIn } from "../login.ts";
import { newPerson } from "../new-person.ts";

test("an admin creates a SCIM key, and what they choose for a directory group is what its members may do", async ({
  visitors,
  steer,
}) => {
  const admin = await newPerson();
  await admin.api.send(inviteMember, {
    ...{ firstName: "Ines", lastName: "Duarte", email: `ines.${admin.email}`, role: "observer" },
  });
  const domain = `scim-${Date.now()}.example`;
  const page = await visitors.arrive();
  await logIn(page, admin.email, admin.password);
  await page.goto("/admin/single-sign-on");
  await expect(page.getByRole("button", { name: "Create SCIM key" })).toHaveAttribute("aria-disabled", "true");

  const added = await admin.api.send(addSsoDomain, { domain });
  expect(added.status).toBe(200);
  const { id, recordName, recordValue } = added.body.domains[0]!;
  await steer("dns", { name: recordName, text: recordValue });
  expect((await admin.api.send(verifySsoDomain, { id })).status).toBe(200);
  await page.reload();
  await page.getByRole("button", { name: "Create SCIM key" }).click();
  const dialog = page.getByRole("dialog");
  const secret = await dialog.locator("code").innerText();
  await dialog.getByRole("button", { name: "Done" }).click();

  const base = (await admin.api.send(readSso)).body.addresses.scimURL;
  const send = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${secret}`, "content-type": "application/scim+json" };
    const reply = await fetch(base + path, { method, headers, body: JSON.stringify(body) });
    expect(reply.status).toBe(201);
    return (await reply.json()) as { id: string };
  };
  const user = await send("POST", "/Users", {
    userName: `ana@${domain}`,
    name: { givenName: "Ana", familyName: "Reyes" },
  });
  await send("POST", "/Groups", { displayName: "Underwriters", members: [{ value: user.id }] });

  await page.reload();
  await page.getByLabel("Role of Underwriters").selectOption({ label: "Editor" });
  await expect(page.getByText("Directory group saved")).toBeVisible();
  await page.goto("/admin/users");
  await expect(page.getByRole("row").filter({ hasText: `ana@${domain}` })).toContainText("Editor");
});
