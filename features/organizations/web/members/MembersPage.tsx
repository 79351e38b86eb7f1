import { useQuery } from "@tanstack/react-query";
import { useDisabledReason, useMembership } from "#features/auth/web/session/session.ts";
import { MEMBER_COLUMN_TEXTS, statusOf, type MemberStatus } from "#features/organizations/columns.ts";
import { inviteMember, listMembers, type Member, type MemberColumn } from "#features/organizations/contract.ts";
import { Button, LinkButton } from "#platform/web/parts/Button.tsx";
import { EmptyState, ErrorState } from "#platform/web/parts/QueryBoundary.tsx";
import { Page } from "#platform/web/parts/Page.tsx";
import { allMembers, members } from "./api.ts";
import { useMemo, type ReactNode } from "react";
import { ROLES, type RoleName } from "#platform/contract/who.ts";
import { csvOf } from "#platform/web/http/save-csv.ts";
import { DateText, StatusPill } from "#platform/web/parts/Values.tsx";
import { ProfilePicture } from "#platform/web/parts/ProfilePicture.tsx";
import { listedColumn, useShownColumns, type Column, type ValueFilter } from "#platform/web/table/columns/columns.ts";
import { DataTable } from "#platform/web/table/DataTable.tsx";
import {
  pageRequest,
  useRemoteList,
  type RemoteQuery,
  type RemoteRows,
} from "#platform/web/table/remote/use-remote-list.ts";
import type { TableRow } from "#platform/web/table/engine/engine.ts";
import { ROLE_LABELS, STATUS_LABELS } from "./role-labels.ts";
import styles from "./Members.module.css";

/** The server returns the newest first and supports no other order. */
const NO_SORTS = {};

function useRemoteMembers(query: RemoteQuery): RemoteRows<MemberTableRow> {
  return useRemoteList(query, {
    pageOf: (page) => members(pageRequest<never>(page, NO_SORTS)),
    csvOf: (page, columns) => csvOf(listMembers, { ...pageRequest<never>(page, NO_SORTS), columns }),
    toRow,
  });
}

const listed = (name: MemberColumn) => listedColumn(MEMBER_COLUMN_TEXTS, name, ({ member }: MemberTableRow) => member);

const columns: readonly Column<MemberTableRow>[] = [
  { ...listed("name"), key: "name", cell: (row) => <Person row={row} /> },
  { ...listed("email"), key: "email", isWideOnly: true, cell: (row) => <Words text={row.email} /> },
  { ...listed("role"), key: "rank", isWideOnly: true, cell: ({ role }) => ROLE_LABELS[role].label },
  {
    ...listed("groups"),
    key: "groups",
    isWideOnly: true,
    minTable: 52,
    cell: (row) => <Words text={row.groups} />,
  },
  { ...listed("status"), key: "status", cell: (row) => <Status row={row} /> },
  { ...listed("createdAt"), key: "createdAt", isWideOnly: true, cell: (row) => <DateText at={row.createdAt} /> },
];

const ORGANIZATION_AT = 2; // after the address
/** For users who see members of several organizations. */
const withOrganization: typeof columns = columns.toSpliced(ORGANIZATION_AT, 0, {
  ...listed("organization"),
  key: "organization",
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

const NOTHING_ELSE = {};

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
      selection={NOTHING_ELSE}
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
  readonly member: Member;
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
    member,
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
