import { Link } from "@tanstack/react-router";
import type { AuditEvent } from "#features/organizations/contract.ts";
import { DateText } from "#platform/web/parts/DateText.tsx";
import { Row } from "#platform/web/parts/RowList.tsx";
import { auditEventSentence } from "./audit-event-labels.ts";

/** Pages of objects, by their type in the audit log. */
const PAGES: Readonly<Record<string, { readonly to: string; readonly label: string }>> = {
  borrower: { to: "/account/borrowers/view/", label: "Borrower" },
  group: { to: "/admin/groups/edit/", label: "Group" },
  member: { to: "/admin/users/edit/", label: "User" },
  post: { to: "/admin/posts/edit/", label: "Post" },
};

export function AuditEventRow({ act: auditEvent }: { readonly act: AuditEvent }) {
  const { seq, at, action, objectType, objectId, address } = auditEvent;
  const page = objectId !== null && !/\.(deleted|removed)$/.test(action) ? PAGES[objectType] : undefined;
  return (
    <Row
      title={auditEventSentence(auditEvent)}
      about={
        <>
          <DateText at={at} withTime />
          {address && `, from ${address}`}, act {seq}
        </>
      }
      action={
        page && (
          <Link to={page.to + objectId}>
            {page.label}
            <span className="visually-hidden"> of act {seq}</span>
          </Link>
        )
      }
    />
  );
}
