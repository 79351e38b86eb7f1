import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { STATEMENT_FILES, type StatementPreview } from "#features/asset-reports/contract.ts";
import { STATEMENT_FILES_TEXTS as TEXTS, STATEMENT_SUBTYPE_LABELS } from "#features/asset-reports/labels.ts";
import { MESSAGES } from "#features/asset-reports/messages.ts";
import { longDay } from "#platform/dates/days.ts";
import { formatMoney } from "#platform/money/money.ts";
import { formatCount, formatList } from "#platform/text/text.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { Dialog } from "#platform/web/parts/Dialog.tsx";
import { DropZone } from "#platform/web/parts/FileButton.tsx";
import { useCreateStatementReport, usePreviewStatementFiles } from "../api.ts";
import { type ChosenFile, chooseFile, isTooLarge, thatFit, toInput, withPreview } from "./chosen-files.ts";
import { StatementFile } from "./StatementFile.tsx";
import styles from "./StatementFiles.module.css";

interface StatementFilesDialogProps {
  readonly borrowerId: string;
  readonly onClose: () => void;
}

const SUBTYPES = new Map<string, string>(Object.entries(STATEMENT_SUBTYPE_LABELS));

interface Refused {
  readonly unusable: readonly string[];
  /** More than a report takes. */
  readonly tooMany: readonly string[];
}

export function StatementFilesDialog({ borrowerId, onClose }: StatementFilesDialogProps) {
  const navigate = useNavigate();
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const [refused, setRefused] = useState<Refused>({ unusable: [], tooMany: [] });
  /** Of the files as they were sent last; a file that changed since is not the same object. */
  const [shown, setShown] = useState<{ readonly of: readonly ChosenFile[]; readonly preview: StatementPreview } | null>(
    null,
  );
  const latest = useRef(files);
  useEffect(() => {
    latest.current = files;
  }, [files]);
  const preview = usePreviewStatementFiles();
  const create = useCreateStatementReport();

  function check(next: readonly ChosenFile[]): void {
    setFiles(next);
    setShown(null);
    if (next.length === 0) return;
    preview.mutate(
      { borrowerId, files: next.map(toInput) },
      {
        onSuccess(found) {
          const checked = next.map((file, at) => withPreview(file, found.files[at]!)); // one for each, in order
          // What was typed during the preview stays.
          setFiles((now) => now.map((file) => checked[next.indexOf(file)] ?? file));
          setShown({ of: checked, preview: found });
        },
      },
    );
  }

  async function choose(chosen: readonly File[]): Promise<void> {
    const usable = chosen.filter((file) => !isTooLarge(file));
    const read = await Promise.all(usable.map(chooseFile));
    // Typing may go on while the files are read.
    const all = [...latest.current, ...read];
    const fitting = thatFit(all);
    setRefused({
      unusable: chosen.filter(isTooLarge).map(({ name }) => name),
      tooMany: all.filter((file) => !fitting.includes(file)).map(({ name }) => name),
    });
    check(fitting);
  }

  const isChecked =
    shown !== null && files.length === shown.of.length && files.every((file, at) => file === shown.of[at]);
  const createReason = !isChecked ? TEXTS.changed : shown.preview.isComplete ? undefined : TEXTS.incomplete;
  return (
    <Dialog title={TEXTS.add} text={TEXTS.free} size="large" onClose={onClose}>
      <div className={styles.dialog}>
        <DropZone
          isCompact
          isMultiple
          label="Statement file"
          accept=".ofx,.qfx,.csv,.txt,.xml"
          text={TEXTS.drop}
          choose={TEXTS.choose}
          isBusy={preview.isPending}
          onFiles={(chosen) => void choose(chosen)}
        >
          {refused.unusable.length > 0 && (
            <Alert tone="stop">{`We couldn't add ${formatList(refused.unusable)}. A file must have content and be at most 2 MB.`}</Alert>
          )}
          {refused.tooMany.length > 0 && (
            <Alert tone="stop">{`We couldn't add ${formatList(refused.tooMany)}. A report can have up to ${STATEMENT_FILES.most} files and ${STATEMENT_FILES.maxTotalBytes / 1_000_000} MB in total.`}</Alert>
          )}
        </DropZone>
        {preview.error && (
          <Alert tone="stop" title={TEXTS.checkFailed}>
            {explain(preview.error, MESSAGES.statementFiles)}
          </Alert>
        )}
        {files.length > 0 && (
          <ul role="list" className={styles.files} aria-label={TEXTS.title}>
            {files.map((file, at) => (
              <StatementFile
                key={file.key}
                file={file}
                read={shown?.preview.files[at]}
                onChange={(changed) => setFiles((now) => now.map((one) => (one.key === file.key ? changed : one)))}
                onRemove={() => check(files.filter((one) => one !== file))}
              />
            ))}
          </ul>
        )}
        {isChecked && shown.preview.accounts.length > 0 && <Accounts accounts={shown.preview.accounts} />}
        {create.error && (
          <Alert tone="stop" title={TEXTS.createFailed}>
            {explain(create.error, MESSAGES.statementFiles)}
          </Alert>
        )}
        <div className={styles.acts}>
          <Button onClick={onClose}>{TEXTS.cancel}</Button>
          {files.length > 0 && (
            <>
              <Button isBusy={preview.isPending} onClick={() => check(files)}>
                {TEXTS.check}
              </Button>
              <Button
                variant="primary"
                isBusy={create.isPending}
                disabledReason={createReason}
                onClick={() =>
                  create.mutate(
                    { borrowerId, files: files.map(toInput) },
                    { onSuccess: () => void navigate({ to: `/borrower/asset-report/${borrowerId}` }) },
                  )
                }
              >
                {TEXTS.create}
              </Button>
            </>
          )}
        </div>
      </div>
    </Dialog>
  );
}

function Accounts({ accounts }: Pick<StatementPreview, "accounts">) {
  return (
    <section aria-label={TEXTS.accounts} className={styles.accounts}>
      <h3>{TEXTS.accounts}</h3>
      <ul role="list">
        {accounts.map(({ institution, mask, subtype, holders, from, to, ...account }) => (
          <li key={`${institution} ${mask} ${subtype}`}>
            <strong>
              {institution}, {SUBTYPES.get(subtype) ?? subtype} •••• {mask}
            </strong>
            <span>
              {formatList(holders)}. {longDay(from)} to {longDay(to)}, {formatCount(account.lines, "transaction")}.
              Opening balance {formatMoney(account.openingCents)}, closing balance {formatMoney(account.closingCents)}.
            </span>
            {account.duplicates.map(({ file, otherFile, count }) => (
              <span key={`${file} ${otherFile}`}>
                {file}: {formatCount(count, "line")} {count === 1 ? "was" : "were"} already in {otherFile}.
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
