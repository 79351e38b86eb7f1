import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { STATEMENT_FILES, type StatementPreview } from "#features/asset-reports/contract.ts";
import { STATEMENT_FILES_TEXTS as TEXTS } from "#features/asset-reports/labels.ts";
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
import { type ChosenFile, chooseFile, isTooLarge, toInput, withPreview } from "./chosen-files.ts";
import { StatementFile } from "./StatementFile.tsx";
import styles from "./StatementFiles.module.css";

interface StatementFilesDialogProps {
  readonly borrowerId: string;
  readonly onClose: () => void;
}

export function StatementFilesDialog({ borrowerId, onClose }: StatementFilesDialogProps) {
  const navigate = useNavigate();
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const [refused, setRefused] = useState<readonly string[]>([]);
  /** Of the files as they were sent last; a file that changed since is not the same object. */
  const [shown, setShown] = useState<{ readonly of: readonly ChosenFile[]; readonly preview: StatementPreview } | null>(
    null,
  );
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
          setFiles(checked);
          setShown({ of: checked, preview: found });
        },
      },
    );
  }

  async function choose(chosen: readonly File[]): Promise<void> {
    setRefused(chosen.filter(isTooLarge).map(({ name }) => name));
    const read = await Promise.all(chosen.filter((file) => !isTooLarge(file)).map(chooseFile));
    check([...files, ...read].slice(0, STATEMENT_FILES.most));
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
          {refused.length > 0 && (
            <Alert tone="stop">{`${formatList(refused)}: empty, or larger than 2 MB. Export fewer months at a time.`}</Alert>
          )}
        </DropZone>
        {preview.error && (
          <Alert tone="stop" title={TEXTS.checkFailed}>
            {explain(preview.error)}
          </Alert>
        )}
        {files.length > 0 && (
          <ul role="list" className={styles.files} aria-label={TEXTS.title}>
            {files.map((file, at) => (
              <StatementFile
                key={file.key}
                file={file}
                read={shown?.preview.files[at]}
                onChange={(changed) => setFiles(files.map((one) => (one === file ? changed : one)))}
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
              {institution}, {subtype} •••• {mask}
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
