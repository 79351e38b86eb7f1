// Owns how a list of people that is too long to be sent whole is asked for, one page at a time.
import { askedPage } from "#kit/web/table/remote/asked-page.ts";
import type { RemoteQuery, RemoteRows } from "#kit/web/table/remote/remote-rows.ts";
import { useRemoteList } from "#kit/web/table/remote/use-remote-list.ts";
import { members } from "./data.ts";
import { toRow, type MemberTableRow } from "./member-row.ts";

/** The server gives the newest first, and sorts by nothing else. */
const NO_SORTS = {};

export function useRemoteMembers(asked: RemoteQuery): RemoteRows<MemberTableRow> {
  return useRemoteList(members(askedPage<never>(asked, NO_SORTS)), { limit: asked.limit, toRow });
}
