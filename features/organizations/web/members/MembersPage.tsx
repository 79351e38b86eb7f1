import { useQuery } from "@tanstack/react-query";
import { useDisabledReason, useMembership } from "#features/auth/web/session/session.ts";
import { inviteMember, type Member } from "#features/organizations/contract.ts";
import { Button, LinkButton } from "#platform/web/parts/Button.tsx";
import { EmptyState, ErrorState } from "#platform/web/parts/QueryBoundary.tsx";
import { Page } from "#platform/web/parts/Page.tsx";
import { allMembers, members } from "./api.ts";
import { useMemo, type ReactNode } from "react";
import { ROLES, type RoleName } from "#platform/contract/who.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { DateText, StatusPill } from "#platform/web/parts/Values.tsx";
import { ProfilePicture } from "#platform/web/parts/ProfilePicture.tsx";
import { useShownColumns, type Column, type ValueFilter } from "#platform/web/table/columns/columns.ts";
import { DataTable } from "#platform/web/table/DataTable.tsx";
import {
  pageRequest,
  useRemoteList,
  type RemoteQuery,
  type RemoteRows,
} from "#platform/web/table/remote/use-remote-list.ts";
import type { TableRow } from "#platform/web/table/engine/engine.ts";
import { ROLE_LABELS, STATUS_LABELS, statusOf, type MemberStatus } from "./role-labels.ts";
import styles from "./Members.module.css";

/** The server returns the newest first and supports no other order. */
const NO_SORTS = {};

function useRemoteMembers(query: RemoteQuery): RemoteRows<MemberTableRow> {
  return useRemoteList(query, (page) => members(pageRequest<never>(page, NO_SORTS)), toRow);
}

const columns: readonly Column<MemberTableRow>[] = [
  { key: "name", header: "Name", cell: (row) => <Person row={row} /> },
  { key: "email", header: "Email", isWideOnly: true, cell: (row) => <Words text={row.email} /> },
  { key: "rank", header: "Role", isWideOnly: true, cell: roleText, text: roleText },
  { key: "groups", header: "Groups", isWideOnly: true, minTable: 52, cell: (row) => <Words text={row.groups} /> },
  {
    key: "status",
    header: "Status",
    cell: (row) => <Status row={row} />,
    text: (row) => STATUS_LABELS[row.status].label,
  },
  {
    key: "createdAt",
    header: "Since",
    isWideOnly: true,
    cell: (row) => <DateText at={row.createdAt} />,
    text: (row) => formatDate(row.createdAt),
  },
];

const ORGANIZATION_AT = 2; // after the address
/** For users who see members of several organizations. */
const withOrganization: typeof columns = columns.toSpliced(ORGANIZATION_AT, 0, {
  key: "organization",
  header: "Organization",
  isWideOnly: true,
  cell: (row) => <Words text={row.organization} />,
});

const searchKeys = ["name", "email"] as const;

const filters: readonly ValueFilter<MemberTableRow>[] = [
  { key: "role", label: "Role", options: ROLES.map((value) => ({ value, label: ROLE_LABELS[value].label })) },
  {
    key: "status",
    label: "Status",
    options: Object.entries(STATUS_LABELS).map(([value, { label }]) => ({ value, label })),
  },
];

interface MembersTableProps {
  /** `undefined` while they load; `null`: too many to be read whole. */
  readonly members: readonly Member[] | null | undefined;
  readonly empty: ReactNode;
}

function MembersTable({ members, empty }: MembersTableProps) {
  const rows = useMemo(() => members && members.map(toRow), [members]);
  const seesAll = useMembership()?.role.name === "root";
  const shown = useShownColumns(members, { columns, withOrganization, seesAll });
  return (
    <DataTable
      label="Users"
      rows={rows}
      columns={shown}
      searchKeys={searchKeys}
      filters={filters}
      initialSort={{ column: "createdAt", direction: "descending" }}
      open={({ id }) => `/admin/users/edit/${id}`}
      useRemote={useRemoteMembers}
      empty={empty}
    />
  );
}

interface CellProps {
  readonly row: MemberTableRow;
}

function Person({ row: { name, pictureId, pictureURL } }: CellProps) {
  return (
    <span className={styles.person}>
      <ProfilePicture userId={pictureId} url={pictureURL} size={20} />
      <span className={styles.words}>{name}</span>
    </span>
  );
}

function Status({ row }: CellProps) {
  const { label, tone } = STATUS_LABELS[row.status];
  return <StatusPill tone={tone}>{label}</StatusPill>;
}

function Words({ text }: { readonly text: string | null }) {
  return text === null ? <span className={styles.none}>–</span> : <span className={styles.words}>{text}</span>;
}

function roleText({ role }: MemberTableRow): string {
  return ROLE_LABELS[role].label;
}

interface MemberTableRow extends TableRow {
  readonly name: string;
  readonly email: string;
  /** The seed of the identicon. */
  readonly pictureId: string;
  readonly pictureURL: string | null;
  readonly role: RoleName;
  /** The role's position, strongest first, for sorting. */
  readonly rank: number;
  readonly groups: string | null;
  readonly organization: string;
  readonly status: MemberStatus;
  readonly createdAt: string;
}

function toRow(member: Member): MemberTableRow {
  const { id, email, role, createdAt, organization, groups, profilePicURL } = member;
  return {
    id,
    name: `${member.firstName} ${member.lastName}`,
    email,
    pictureId: member.userId ?? id,
    pictureURL: profilePicURL,
    role,
    rank: ROLES.indexOf(role),
    groups: groups.map(({ name }) => name).join(", ") || null,
    organization: organization.name,
    status: statusOf(member),
    createdAt,
  };
}

export function MembersPage() {
  const { data: people, error, refetch } = useQuery(allMembers());
  return (
    <Page title="Users" action={<Add />}>
      {error && !people ? (
        <ErrorState title="We couldn't load the users" error={error} onRetry={() => void refetch()} />
      ) : (
        <MembersTable
          members={people}
          empty={<EmptyState title="No one yet">Invite your colleagues with a name and an email.</EmptyState>}
        />
      )}
    </Page>
  );
}

function Add() {
  const disabledReason = useDisabledReason(inviteMember);
  if (disabledReason !== undefined)
    return (
      <Button variant="primary" disabledReason={disabledReason}>
        Add User
      </Button>
    );
  return (
    <LinkButton to="/admin/users/add" variant="primary">
      Add User
    </LinkButton>
  );
}
