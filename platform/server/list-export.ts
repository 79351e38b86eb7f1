import type { ListColumns } from "#platform/text/list-columns.ts";
import { csvLines } from "#platform/contract/csv.ts";
import type { Actor } from "./actor.ts";
import { recordAuditEvent } from "./audit.ts";
import type { Database } from "./database/database.ts";
import type { ListedRows } from "./database/pages.ts";
import type { StreamedFile } from "./http/file-reply.ts";

interface ListExport<Row, Name extends string, Known> {
  /** Names the list in the file's name and in the audit log: `borrowers`. */
  readonly list: string;
  readonly columns: ListColumns<Name, Row, Known>;
  /** In this order. */
  readonly chosen: readonly Name[];
  readonly known: Known;
  readonly rows: ListedRows<Row>;
}

/** A list as CSV, one page in memory at a time. The export is recorded before it begins. */
export async function exportList<Row, Name extends string, Known>(
  { db }: { readonly db: Database },
  actor: Actor,
  { list, columns, chosen, known, rows }: ListExport<Row, Name, Known>,
): Promise<StreamedFile> {
  const { scope, organizationId } = actor;
  const count = await rows.count();
  const act = { action: "organization.list-exported", objectType: "organization", objectId: organizationId };
  await db.transaction(scope, (tx) => recordAuditEvent(tx, actor, { ...act, detail: { list, rows: count } }));
  const shown = chosen.map((name) => columns[name]);
  return {
    name: `${list.replaceAll(" ", "-")}-${new Date().toISOString().slice(0, 10)}.csv`,
    mediaType: "text/csv; charset=utf-8",
    rows: count,
    async *stream() {
      yield [...csvLines([shown.map(({ header }) => header)])].join("");
      for await (const page of rows.pages()) {
        const [_byteOrderMark, ...lines] = csvLines(page.map((row) => shown.map(({ text }) => text(row, known))));
        yield lines.join("");
      }
    },
  };
}

/** The columns that a request names, separated by commas; all that it may see without. */
export function chosenColumns<Name extends string>(named: string | undefined, all: readonly Name[]): readonly Name[] {
  return named === undefined ? all : (named.split(",") as Name[]); // by the call's schema
}
