import type { Membership } from "#features/directory/contract.ts";
import { StatusPill } from "#platform/web/parts/StatusPill.tsx";
import styles from "./Memberships.module.css";

interface MembershipsProps {
  readonly memberships: readonly Membership[];
  readonly activeId: string | null;
}

export function Memberships({ memberships, activeId }: MembershipsProps) {
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
