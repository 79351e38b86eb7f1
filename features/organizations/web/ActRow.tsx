// Owns how one act on record is seen: a sentence, when, from where, and the way to what it was done to.
import { Link } from "@tanstack/react-router";
import type { AuditAct } from "#features/organizations/contract.ts";
import { DateText } from "#kit/web/parts/DateText.tsx";
import { Row } from "#kit/web/parts/RowList.tsx";
import { actSentence } from "./act-words.ts";

/** Pages of things, by their type on record. */
const PAGES: Readonly<Record<string, { readonly to: string; readonly label: string }>> = {
  borrower: { to: "/account/borrowers/view/", label: "Borrower" },
  group: { to: "/admin/groups/edit/", label: "Group" },
  member: { to: "/admin/users/edit/", label: "User" },
  post: { to: "/admin/posts/edit/", label: "Post" },
};

export function ActRow({ act }: { readonly act: AuditAct }) {
  const { seq, at, action, objectType, objectId, address } = act;
  const page = objectId !== null && !/\.(deleted|removed)$/.test(action) ? PAGES[objectType] : undefined;
  return (
    <Row
      title={actSentence(act)}
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
