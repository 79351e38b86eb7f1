import { useQuery, useQueryClient } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import { useId, useState } from "react";
import { createBorrower, listBorrowers, type ListedBorrower } from "#features/borrowers/contract.ts";
import { MESSAGES } from "#features/borrowers/messages.ts";
import { toCsv } from "#platform/contract/csv.ts";
import { formatCount, formatList } from "#platform/text/text.ts";
import { confirm } from "#platform/web/confirm.ts";
import { send } from "#platform/web/http/client.ts";
import { saveFile } from "#platform/web/http/download.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button, LinkButton } from "#platform/web/parts/Button.tsx";
import { DropZone } from "#platform/web/parts/FileButton.tsx";
import { Page, PageCard } from "#platform/web/parts/Page.tsx";
import { ErrorState } from "#platform/web/parts/QueryBoundary.tsx";
import { ProgressBar } from "#platform/web/parts/ProgressBar.tsx";
import { StatusPill } from "#platform/web/parts/Values.tsx";
import type { Column } from "#platform/web/table/columns/columns.ts";
import { DataTable } from "#platform/web/table/DataTable.tsx";
import type { TableRow } from "#platform/web/table/engine/engine.ts";
import { searchTerm } from "#platform/web/table/remote/use-remote-list.ts";
import { allOwnBorrowers, borrowerLists } from "../api.ts";
import { useBorrowerDisabledReason } from "../borrower-can.ts";
import { LoanFile } from "./LoanFile.tsx";
import { isLoanFile, type LoansInFile, readLoanFile } from "./read-loans.ts";
import { IMPORT_COLUMNS, IMPORT_ROWS, readImport, type ImportFile, type ImportRow } from "./read-rows.ts";
import styles from "./ImportBorrowers.module.css";

const LIST = "/account/borrowers/all";

/** A row of the file and what came of it. */
interface ShownRow extends TableRow, ImportRow {
  /** Names the attempt, so that a row that is sent again creates no second borrower. */
  readonly key: string;
  readonly created: string | null;
}

const columns: readonly Column<ShownRow>[] = [
  { key: "name", header: "Name", cell: ({ name }) => name || "–" },
  { key: "errors", header: "Result", isSortable: false, cell: (row) => <Result row={row} />, text: resultText },
  { key: "email", header: "Email", isWideOnly: true },
  { key: "phone", header: "Phone", isWideOnly: true },
  { key: "loanNumber", header: "Loan number", isWideOnly: true },
  { key: "line", header: "Line", align: "end", isWideOnly: true },
];

function Result({ row }: { readonly row: ShownRow }) {
  if (row.created !== null) return <StatusPill tone="green">Imported</StatusPill>;
  if (row.errors.length === 0) return <StatusPill tone="hollow">Ready</StatusPill>;
  return (
    <span className={styles.errors}>
      <StatusPill tone="red">Error</StatusPill> {row.errors.join(". ")}
    </span>
  );
}

function resultText({ created, errors }: ShownRow): string {
  if (created !== null) return "Imported";
  return errors.length === 0 ? "Ready" : errors.join(". ");
}

const SEARCHED = ["name", "email", "loanNumber"] as const;

const NOT_CHECKED: ImportFile = {
  error: "We couldn't check which of these borrowers you already have. Choose the file again.",
};

/** Of a long list. The server refuses loan numbers that are taken. */
async function findByEmail(emails: readonly string[]): Promise<ListedBorrower[]> {
  return findByText(emails.filter((email) => /^[^\p{Cc}\s]+$/u.test(email))); // the rows of others have an error anyway
}

async function findByText(texts: readonly string[]): Promise<ListedBorrower[]> {
  const found: ListedBorrower[] = [];
  for (const text of texts) found.push(...(await send(listBorrowers, { search: searchTerm(text) })));
  return found;
}

/** Of a long list, those that may be in the file: by loan number and by the borrower's email. */
async function findLoans({ loans }: LoansInFile): Promise<ListedBorrower[]> {
  const texts = loans.flatMap(({ loanNumber, people }) => [loanNumber, people[0]?.email ?? ""]);
  return findByText([...new Set(texts)].filter((text) => searchTerm(text) !== ""));
}

export function ImportBorrowersPage() {
  const cache = useQueryClient();
  const { data: known, isPending, error, refetch } = useQuery(allOwnBorrowers());
  const mayNot = useBorrowerDisabledReason(createBorrower);
  const disabledReason =
    mayNot ?? (known !== undefined ? undefined : "Your borrowers must load first, so that no one is added twice.");
  const [file, setFile] = useState<{ readonly name: string; readonly read: ImportFile | LoansInFile } | null>(null);
  const [rows, setRows] = useState<readonly ShownRow[]>([]);
  const [existing, setExisting] = useState<readonly ListedBorrower[]>([]);
  const [invites, setInvites] = useState(true);
  const [isReading, setReading] = useState(false);
  const [sent, setSent] = useState<number | null>(null);
  const inviteId = useId();
  /** With those that the server refused: they can be sent again. */
  const ready = rows.filter(({ details, created }) => details !== null && created === null);
  const untried = ready.filter(({ errors }) => errors.length === 0);
  const created = rows.filter((row) => row.created !== null);
  const invalidRows = rows.filter(({ errors }) => errors.length > 0);

  async function choose(chosen: File): Promise<void> {
    setReading(true);
    const findKnown = async (emails: readonly string[]) => known ?? findByEmail(emails);
    const readLoans = async () => {
      const read = await readLoanFile(chosen);
      if ("loans" in read && !known) setExisting(await findLoans(read));
      return read;
    };
    const read = await ((await isLoanFile(chosen)) ? readLoans() : readImport(chosen, findKnown)).catch(
      () => NOT_CHECKED,
    );
    setReading(false);
    setFile({ name: chosen.name, read });
    const found = "rows" in read ? read.rows : [];
    setRows(found.map((row) => ({ ...row, id: `line-${row.line}`, key: crypto.randomUUID(), created: null })));
  }

  async function start(): Promise<void> {
    const count = formatCount(ready.length, "borrower");
    const isSure =
      !invites ||
      (await confirm({
        title: `Import and invite ${count}?`,
        text: "Each person on the loans gets an email with their own secure link.",
        confirm: "Import and invite",
      }));
    if (!isSure) return;
    for (const [at, row] of ready.entries()) {
      setSent(at);
      const result = await create(row, invites);
      setRows((all) => all.map((one) => (one.id === row.id ? { ...one, ...result } : one)));
    }
    setSent(null);
    for (const { key } of borrowerLists) void cache.invalidateQueries({ queryKey: key });
  }

  function saveErrors(): void {
    const lines = invalidRows.map((row) => [
      row.name,
      row.email,
      row.phone,
      row.loanNumber,
      `${row.line}`,
      resultText(row),
    ]);
    const heading = ["Name", "Email", "Phone", "Loan number", "Line", "Error"];
    saveFile(new Blob([toCsv([heading, ...lines])], { type: "text/csv;charset=utf-8" }), "import-errors.csv");
  }

  return (
    <Page title="Import borrowers" back={{ to: LIST, label: "Borrowers" }}>
      <PageCard size="large">
        <p className={styles.lead}>
          Choose a CSV file with a line for each borrower, up to {IMPORT_ROWS}, or a MISMO 3.4 file from your loan
          origination system. You see what would be imported before anything is saved.
        </p>
        <DropZone
          label="Borrower file"
          accept=".csv,text/csv,.txt,text/tab-separated-values,.xml,text/xml,application/xml"
          text="Drop a CSV or MISMO file here, or"
          choose={file ? "Choose another file" : "Choose a file"}
          isBusy={sent !== null || isPending || isReading}
          disabledReason={disabledReason}
          onFiles={([chosen]) => chosen && void choose(chosen)}
        >
          <Button size="small" variant="quiet" icon={<Download aria-hidden="true" />} onClick={saveTemplate}>
            Download a CSV template
          </Button>
        </DropZone>
        {error && known === undefined && (
          <ErrorState title="We couldn't load your borrowers" error={error} onRetry={() => void refetch()} />
        )}
        {file && "error" in file.read && (
          <Alert tone="stop" title={file.name}>
            {file.read.error}
          </Alert>
        )}
        {file && "loans" in file.read && (
          <LoanFile
            key={file.read.key}
            loans={file.read.loans}
            known={known ?? existing}
            disabledReason={disabledReason}
          />
        )}
        {file && "rows" in file.read && (
          <>
            {file.read.ignored.length > 0 && (
              <Alert tone="info">These columns are not imported: {formatList(file.read.ignored)}.</Alert>
            )}
            <p role="status" className={styles.count}>
              {[
                created.length > 0 && `${created.length} imported`,
                untried.length > 0 && `${untried.length} ready`,
                invalidRows.length > 0 && `${invalidRows.length} with errors`,
              ]
                .filter(Boolean)
                .join(", ")}
            </p>
            <DataTable label="Borrowers in the file" rows={rows} columns={columns} searchKeys={SEARCHED} empty={null} />
            {sent !== null && <ProgressBar label="Importing" value={sent / ready.length} />}
            <div className={styles.acts}>
              {ready.length > 0 && (
                <>
                  <span className={styles.invite}>
                    <input
                      id={inviteId}
                      type="checkbox"
                      checked={invites}
                      disabled={sent !== null}
                      onChange={({ target }) => setInvites(target.checked)}
                    />
                    <label htmlFor={inviteId}>Send the invitations now</label>
                  </span>
                  <Button
                    variant="primary"
                    isBusy={sent !== null}
                    disabledReason={disabledReason}
                    onClick={() => void start()}
                  >
                    Import {formatCount(ready.length, "borrower")}
                  </Button>
                </>
              )}
              {invalidRows.length > 0 && <Button onClick={saveErrors}>Download the errors</Button>}
              {created.length > 0 && ready.length === 0 && <LinkButton to={LIST}>Open the list</LinkButton>}
            </div>
          </>
        )}
      </PageCard>
    </Page>
  );
}

async function create({ details, key }: ShownRow, invite: boolean): Promise<Partial<ShownRow>> {
  if (details === null) return {};
  try {
    const { id } = await send(createBorrower, { ...details, invite }, { idempotencyKey: key });
    return { created: id, errors: [] };
  } catch (error) {
    return { errors: [explain(error as Error, { ...MESSAGES.borrower, ...MESSAGES.loanNumber })] }; // what a request fails with
  }
}

function saveTemplate(): void {
  const heading = Object.values(IMPORT_COLUMNS).map(({ label }) => label);
  saveFile(new Blob([toCsv([heading])], { type: "text/csv;charset=utf-8" }), "borrowers-template.csv");
}
