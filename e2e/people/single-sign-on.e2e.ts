import { expect, type Page } from "@playwright/test";
import { inviteMember } from "../../features/organizations/contract.ts";
import { test } from "../fixtures.ts";
import { logIn, logOut, sendLogIn } from "../login.ts";
import { newPerson } from "../new-person.ts";

const COLLEAGUE = { first: "Ana", last: "Reyes" };

/** Of an organization of their own: the first invitation makes its only member the admin. */
async function anAdmin() {
  const person = await newPerson();
  const colleague = { firstName: "Ines", lastName: "Duarte", email: `ines.${person.email}`, role: "observer" } as const;
  const { status } = await person.api.send(inviteMember, colleague);
  expect(status).toBeLessThan(300);
  return person;
}

/** Enters a person at the sandbox identity provider. */
async function signInThere(page: Page, email: string): Promise<void> {
  await page.getByRole("heading", { name: "Sign in to your company" }).waitFor();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("First name").fill(COLLEAGUE.first);
  await page.getByLabel("Last name").fill(COLLEAGUE.last);
  await page.getByRole("button", { name: "Sign in" }).click();
}

for (const protocol of ["OpenID", "SAML"] as const)
  test(`an admin connects ${protocol}, tests and requires it, and a colleague logs in with it`, async ({
    visitors,
    stand,
    steer,
  }) => {
    const domain = `${protocol.toLowerCase()}-${Date.now()}.example`;
    const admin = await anAdmin();
    const page = await visitors.arrive({ expects: /409 \(Conflict\)|DOMAIN_NOT_VERIFIED/ });
    await logIn(page, admin.email, admin.password);
    await page.goto("/admin/single-sign-on");
    const issuer = `${stand.sandboxUrl}/idp`;
    if (protocol === "OpenID") {
      await page.getByLabel("Issuer").fill(issuer);
      await page.getByLabel("Client ID").fill("keyturn-local");
      await page.getByLabel("Client secret").fill("keyturn-local-sso-secret");
    } else {
      await page.getByLabel("Protocol").selectOption("saml");
      await page.getByLabel("Entity ID of the provider").fill(issuer);
      await page.getByLabel("Sign-in URL").fill(`${issuer}/saml`);
      await page.getByLabel("Signing certificate").fill(await (await fetch(`${issuer}/saml/certificate`)).text());
    }
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await expect(page.getByText("Connected, not tested yet")).toBeVisible();

    await page.getByLabel("Domain", { exact: true }).fill(domain);
    await page.getByRole("button", { name: "Add domain" }).click();
    await page.getByRole("button", { name: `Verify ${domain}` }).click();
    await expect(page.getByText("We couldn't find the TXT record yet")).toBeVisible();
    const [name, text] = await page.getByRole("listitem").filter({ hasText: domain }).locator("code").allTextContents();
    await steer("dns", { name, text });
    await page.getByRole("button", { name: `Verify ${domain}` }).click();
    await expect(page.getByRole("listitem").filter({ hasText: domain }).getByText("Verified")).toBeVisible();

    await page.getByRole("button", { name: "Test connection" }).click();
    await signInThere(page, `test@${domain}`);
    if (protocol === "SAML") await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Last tested")).toBeVisible();

    await page.getByLabel(admin.email).check();
    await page.getByRole("button", { name: "Require single sign-on" }).click();
    await page.getByRole("button", { name: "Require", exact: true }).click();
    await expect(page.getByText("Required", { exact: true })).toBeVisible();

    const colleague = await visitors.arrive();
    await colleague.goto("/auth/login");
    await colleague.getByLabel("Email").fill(`ana@${domain}`);
    await colleague.getByLabel("Password").focus();
    await expect(colleague.getByRole("heading", { level: 1, name: "Log in with SSO" })).toBeVisible();
    await colleague.getByRole("button", { name: "Continue with SSO" }).click();
    await signInThere(colleague, `ana@${domain}`);
    if (protocol === "SAML") await colleague.getByRole("button", { name: "Continue" }).click();
    await colleague.getByRole("button", { name: "User menu" }).waitFor();
    expect(new URL(colleague.url()).search).toBe("");
    await colleague.goto("/account/borrowers/all");
    await expect(colleague.getByRole("heading", { level: 1 })).toBeVisible();

    // The break-glass admin still has the password.
    await logOut(page);
    await page.goto("/auth/login");
    await sendLogIn(page, admin.email, admin.password);
    await page.getByRole("button", { name: "User menu" }).waitFor();
  });
