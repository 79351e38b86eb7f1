import { askedPage } from "#platform/web/table/remote/asked-page.ts";
import type { RemoteQuery, RemoteRows } from "#platform/web/table/remote/remote-rows.ts";
import { useRemoteList } from "#platform/web/table/remote/use-remote-list.ts";
import { members } from "./data.ts";
import { toRow, type MemberTableRow } from "./member-row.ts";

/** The server returns the newest first and supports no other order. */
const NO_SORTS = {};

export function useRemoteMembers(asked: RemoteQuery): RemoteRows<MemberTableRow> {
  return useRemoteList(members(askedPage<never>(asked, NO_SORTS)), { limit: asked.limit, toRow });
}
