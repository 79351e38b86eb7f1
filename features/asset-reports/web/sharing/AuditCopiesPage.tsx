import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { MESSAGES } from "#features/asset-reports/messages.ts";
import {
  AUDIT_COPY_DAYS,
  createAuditCopy,
  WRONG_PASS_CODES,
  type AuditCopy,
} from "#features/asset-reports/contract.ts";
import { fullName } from "#features/borrowers/contract.ts";
import { useBorrower } from "#features/borrowers/web/api.ts";
import { loanTitle } from "#features/borrowers/labels.ts";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { EmptyState, QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { Page, Section, PageCard } from "#platform/web/parts/Page.tsx";
import { usePageTitle } from "#platform/web/page-title.ts";
import { useParam } from "#platform/web/use-param.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { CopyButton } from "#platform/web/parts/CopyButton.tsx";
import { codeOf } from "#platform/web/http/api-error.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { NumberField } from "#platform/web/form/NumberField.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import { auditCopies, useCreateAuditCopy, useRevokeAuditCopy } from "../api.ts";
import styles from "./AuditCopies.module.css";
import { confirm } from "#platform/web/confirm.ts";
import { DateText, StatusPill, type Tone } from "#platform/web/parts/Values.tsx";
import { Row, RowList } from "#platform/web/parts/RowList.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";

const ACTS: Readonly<Record<AuditCopy["views"][number]["act"], string>> = {
  opened: "Opened",
  downloaded: "Downloaded",
  refused: "Refused",
};

function ViewLog({ views }: { readonly views: AuditCopy["views"] }) {
  const [newest] = views;
  if (!newest) return <p>Not opened yet.</p>;
  return (
    <details className={styles.log}>
      <summary>
        {views.length === 1 ? "Viewed once" : `${views.length} looks`}, the last on <DateText at={newest.at} withTime />
      </summary>
      <ol role="list">
        {views.map(({ at, act, format, address }) => (
          <li key={`${at} ${act} ${format}`}>
            <DateText at={at} withTime /> {ACTS[act]}
            {format !== null && ` (${format.toUpperCase()})`} from {address}
          </li>
        ))}
      </ol>
    </details>
  );
}

const STATES: Readonly<Record<AuditCopy["state"], { readonly tone: Tone; readonly word: string }>> = {
  open: { tone: "green", word: "Open" },
  expired: { tone: "hollow", word: "Expired" },
  revoked: { tone: "hollow", word: "Revoked" },
  locked: { tone: "red", word: "Locked" },
};

interface AuditCopyListProps {
  readonly copies: readonly AuditCopy[];
  readonly disabledReason: string | undefined;
}

function AuditCopyList({ copies, disabledReason }: AuditCopyListProps) {
  const revoke = useRevokeAuditCopy();

  async function end({ id, auditorName }: AuditCopy): Promise<void> {
    const isSure = await confirm({
      title: `Revoke access for ${auditorName}?`,
      text: "The link stops working immediately. To give access again, share the report again.",
      confirm: "Revoke access",
      tone: "danger",
    });
    const done = () => showToast("Access revoked", `${auditorName} can no longer open it.`, { autohide: true });
    if (isSure) revoke.mutate({ id }, { onSuccess: () => void done() });
  }

  return (
    <>
      {revoke.error && codeOf(revoke.error) !== "NOT_FOUND" && <Alert tone="stop">{explain(revoke.error)}</Alert>}
      <RowList label="Audit copies">
        {copies.map((copy) => (
          <Row
            key={copy.id}
            title={
              <>
                {copy.auditorName} <StatusPill tone={STATES[copy.state].tone}>{STATES[copy.state].word}</StatusPill>
              </>
            }
            about={
              <>
                <p>
                  {copy.auditorEmail}, data as of <DateText at={copy.asOf} />, until <DateText at={copy.expiresAt} />
                </p>
                <ViewLog views={copy.views} />
              </>
            }
            action={
              copy.state === "open" && (
                <Button
                  size="small"
                  disabledReason={disabledReason}
                  isBusy={revoke.isPending && revoke.variables.id === copy.id}
                  label={`Revoke access of ${copy.auditorName}`}
                  onClick={() => void end(copy)}
                >
                  Revoke access
                </Button>
              )
            }
          />
        ))}
      </RowList>
    </>
  );
}

const Share = z.omit(createAuditCopy.body, { borrowerId: true });

interface ShareFormProps {
  readonly borrowerId: string;
  readonly create: ReturnType<typeof useCreateAuditCopy>;
  readonly disabledReason: string | undefined;
  readonly onShared: () => void;
}

function ShareForm({ borrowerId, create, disabledReason, onShared }: ShareFormProps) {
  return (
    <PageCard size="medium">
      <Form<z.input<typeof Share>>
        schema={Share}
        defaults={{ auditorName: "", auditorEmail: "", days: AUDIT_COPY_DAYS.default }}
        submit="Share report"
        loading={create.isPending}
        error={create.error}
        explainError={(error) => explain(error, MESSAGES.copy)}
        disabledReason={disabledReason}
        onSubmit={(values) => create.mutate({ ...values, borrowerId }, { onSuccess: onShared })}
      >
        <TextField name="auditorName" label="Auditor's name" autoComplete="off" />
        <TextField
          name="auditorEmail"
          label="Auditor's email"
          type="email"
          autoComplete="off"
          help="We'll email the link here. Give them the passcode separately."
        />
        <NumberField name="days" label="Expires in (days)" least={AUDIT_COPY_DAYS.min} most={AUDIT_COPY_DAYS.max} />
      </Form>
    </PageCard>
  );
}

export function AuditCopiesPage() {
  const borrowerId = useParam("id");
  const borrower = useBorrower(borrowerId);
  const copies = useQuery(auditCopies({ borrowerId }));
  const create = useCreateAuditCopy();
  const disabledReason = useDisabledReason(createAuditCopy);
  const [isTold, setTold] = useState(true);
  usePageTitle(loanTitle(borrower.data, "audit copies"));
  const name = borrower.data && fullName(borrower.data);
  return (
    <Page
      title="Audit copies"
      back={{ to: `/borrower/asset-report/${borrowerId}`, label: "Asset report" }}
      lead={`Share a read-only copy of${name ? ` ${name}'s` : " the"} report as it is evaluated now. They need the link and a passcode, but no account.`}
    >
      {create.data && !isTold && <SharedNow shared={create.data} onDone={() => setTold(true)} />}
      {(isTold || !create.data) && (
        <Section title="Share the newest report">
          <ShareForm
            borrowerId={borrowerId}
            create={create}
            disabledReason={disabledReason}
            onShared={() => setTold(false)}
          />
        </Section>
      )}
      <Section title="Shared so far">
        <QueryBoundary query={copies} failed="We couldn't load the audit copies">
          {(all) =>
            all.length === 0 ? (
              <EmptyState title="Nothing shared yet">
                Shared copies are listed here, with each time they were opened or downloaded.
              </EmptyState>
            ) : (
              <AuditCopyList copies={all} disabledReason={disabledReason} />
            )
          }
        </QueryBoundary>
      </Section>
    </Page>
  );
}

interface SharedNowProps {
  readonly shared: z.infer<typeof createAuditCopy.reply>;
  readonly onDone: () => void;
}

function SharedNow({ shared: { copy, url, passCode }, onDone }: SharedNowProps) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []); // the form that had the focus is gone
  return (
    <section ref={section} tabIndex={-1} className={styles.shared} aria-label="Shared now">
      <Alert tone="ask" title="Share this passcode now. You won't see it again">
        We emailed the link to {copy.auditorEmail}. Give {copy.auditorName} the passcode another way, such as by phone.{" "}
        {WRONG_PASS_CODES} wrong attempts disable the link.
      </Alert>
      <dl className={styles.secrets}>
        <dt>Passcode</dt>
        <dd className={styles.code}>{passCode}</dd>
        <dt>Link</dt>
        <dd>{url}</dd>
      </dl>
      <div className={styles.buttons}>
        <CopyButton name="Passcode" text={passCode} />
        <CopyButton name="Link" text={url} />
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </section>
  );
}
