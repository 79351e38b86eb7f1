// The address and the organizations of the user; the user chooses the active one here.
import { lazy, Suspense, useState } from "react";
import { ResendConfirmation } from "#features/auth/web/ResendConfirmation.tsx";
import {
  chooseMembership,
  CONFIRM_FIRST,
  useDisabledReason,
  useMembership,
  useUser,
} from "#features/auth/web/session/session.ts";
import { Select } from "#platform/web/form/Select.tsx";
import { Page, Section } from "#platform/web/parts/Page.tsx";
import { StatusPill } from "#platform/web/parts/Values.tsx";
import { createOrganization } from "#features/account/contract.ts";
import { Button } from "#platform/web/parts/Button.tsx";
import type { Membership } from "#features/directory/contract.ts";
import styles from "./Settings.module.css";

const CreateOrganizationDialog = lazy(() =>
  import("./CreateOrganizationDialog.tsx").then((file) => ({ default: file.CreateOrganizationDialog })),
);

function CreateOrganization() {
  const [isOpen, setOpen] = useState(false);
  // A social sign-in alone does not prove that the address is the user's.
  const isAddressShown = useUser()?.emailConfirmed ?? false;
  const disabledReason = useDisabledReason(createOrganization) ?? (isAddressShown ? undefined : CONFIRM_FIRST);
  return (
    <>
      <Button disabledReason={disabledReason} onClick={() => setOpen(true)}>
        Create an organization
      </Button>
      <Suspense>{isOpen && <CreateOrganizationDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

export function DetailsPage() {
  const user = useUser();
  const active = useMembership();
  if (user === null) return null; // The browser is going to the sign-in page.
  const { memberships } = user;
  return (
    <Page title="Details">
      <div className={styles.sections}>
        <Section title="Email">
          <p className={styles.email}>
            {user.email}
            {user.emailConfirmed ? (
              <StatusPill tone="green">Confirmed</StatusPill>
            ) : (
              <StatusPill tone="amber">Not confirmed</StatusPill>
            )}
          </p>
          {!user.emailConfirmed && (
            <p className={styles.email}>
              <ResendConfirmation />
            </p>
          )}
        </Section>
        <Section title="Organizations" action={<CreateOrganization />}>
          {memberships.length > 1 && (
            <div className={styles.choice}>
              <Select
                label="Active membership"
                options={memberships.map(({ id, organization, role }) => ({
                  value: id,
                  label: `${organization.name} (${role.name})`,
                }))}
                value={active?.id ?? ""}
                onChange={chooseMembership}
              />
            </div>
          )}
          <Memberships memberships={memberships} activeId={active?.id ?? null} />
        </Section>
      </div>
    </Page>
  );
}

interface MembershipsProps {
  readonly memberships: readonly Membership[];
  readonly activeId: string | null;
}

function Memberships({ memberships, activeId }: MembershipsProps) {
  if (memberships.length === 0)
    return <p>You aren&apos;t a member of an organization. Create one or ask for an invitation.</p>;
  return (
    <table className={styles.table} aria-label="Memberships">
      <thead>
        <tr>
          <th scope="col">Organization</th>
          <th scope="col">Role</th>
          <th scope="col">Groups</th>
        </tr>
      </thead>
      <tbody>
        {memberships.map(({ id, organization, role, groups }) => (
          <tr key={id}>
            <th scope="row">
              {organization.name} {id === activeId && <StatusPill tone="green">Active</StatusPill>}
            </th>
            <td className={styles.role}>{role.name}</td>
            <td>{groups.length === 0 ? "–" : groups.map(({ name }) => name).join(", ")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
