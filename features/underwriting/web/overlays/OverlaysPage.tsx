import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { createOverlay, DecisionReason, type OverlayVersion } from "#features/underwriting/contract.ts";
import { OVERLAY_STATE_LABELS, overlayLines } from "#features/underwriting/labels.ts";
import { findingLabel, limitText } from "#features/underwriting/rules/overlay-texts.ts";
import { MESSAGES } from "#features/underwriting/messages.ts";
import { formatDate } from "#platform/web/format/dates.ts";
import { confirm } from "#platform/web/confirm.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { TextArea } from "#platform/web/form/TextField.tsx";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { Dialog } from "#platform/web/parts/Dialog.tsx";
import { MoreActions } from "#platform/web/parts/MoreActions.tsx";
import { Page } from "#platform/web/parts/Page.tsx";
import { EmptyState, QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { Row, RowList } from "#platform/web/parts/RowList.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { DateText, StatusPill, type Tone } from "#platform/web/parts/Values.tsx";
import {
  overlays,
  useApproveOverlay,
  useDeleteOverlay,
  useEndOverlay,
  useProposeOverlay,
  useRejectOverlay,
  useWithdrawOverlay,
} from "../api.ts";
import { BackTestPanel } from "../back-tests/BackTestPanel.tsx";
import { OverlayDialog } from "./OverlayForm.tsx";
import { ProposeDialog } from "./ProposeDialog.tsx";
import { changesBetween, versionBefore } from "./overlay-settings.ts";
import styles from "./Overlays.module.css";

interface Open {
  readonly what: "draft" | "edit" | "reject" | "test";
  readonly overlay?: OverlayVersion;
}

export function OverlaysPage() {
  const all = useQuery(overlays());
  const [open, setOpen] = useState<Open | null>(null);
  const disabledReason = useDisabledReason(createOverlay);
  const close = () => setOpen(null);
  return (
    <Page
      title="Overlays"
      lead="Set your own rules on top of the guides. An overlay may only tighten a guide, unless you name a program of your own. Another admin approves each version before it counts."
    >
      <div>
        <Button variant="primary" disabledReason={disabledReason} onClick={() => setOpen({ what: "draft" })}>
          Draft an overlay
        </Button>
      </div>
      <QueryBoundary query={all} failed="We couldn't load the overlays">
        {({ overlays: versions, today, hasApprover }) => (
          <>
            {versions.length === 0 ? (
              <EmptyState title="No overlays yet">
                The guides apply as they are. For example, set large deposits to 40% of monthly income instead of 50%:
                from its first day on, new evaluations ask for the source of more deposits. Earlier evaluations stay as
                they are.
              </EmptyState>
            ) : (
              <RowList label="Overlays">
                {versions.map((overlay) => (
                  <OverlayRow
                    key={overlay.id}
                    overlay={overlay}
                    before={versionBefore(versions, overlay)}
                    today={today}
                    hasApprover={hasApprover}
                    onOpen={setOpen}
                  />
                ))}
              </RowList>
            )}
            {open?.what === "draft" && <OverlayDialog from={open.overlay} today={today} onClose={close} />}
            {open?.what === "edit" && open.overlay && (
              <OverlayDialog overlay={open.overlay} today={today} onClose={close} />
            )}
            {open?.what === "test" && open.overlay && <TestDialog overlay={open.overlay} onClose={close} />}
            {open?.what === "reject" && open.overlay && <RejectDialog overlay={open.overlay} onClose={close} />}
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}

const STATE_TONES: Readonly<Record<OverlayVersion["state"], Tone>> = {
  draft: "hollow",
  proposed: "amber",
  rejected: "red",
  scheduled: "blue",
  inForce: "green",
  replaced: "grey",
  ended: "grey",
};

interface OverlayRowProps {
  readonly overlay: OverlayVersion;
  readonly before: OverlayVersion | undefined;
  readonly today: string;
  readonly hasApprover: boolean;
  readonly onOpen: (open: Open) => void;
}

function OverlayRow({ overlay, before, today, hasApprover, onOpen }: OverlayRowProps) {
  const { id, version, number, name, programName, effectiveFrom, state, isOwn } = overlay;
  const [propose, withdraw, approve] = [useProposeOverlay(), useWithdrawOverlay(), useApproveOverlay()];
  const [end, remove] = [useEndOverlay(), useDeleteOverlay()];
  const error = propose.error ?? withdraw.error ?? approve.error ?? end.error ?? remove.error;
  const disabledReason = useDisabledReason(createOverlay);
  const label = `${name}, version ${number}`;
  const seen = { id, version };
  const isLate = effectiveFrom < today;
  const [isProposing, setProposing] = useState(false);
  const other = isOwn ? MESSAGES.overlay.SECOND_PERSON_REQUIRED : undefined;

  async function askApprove(): Promise<void> {
    const isSure = await confirm({
      title: `Approve ${label}?`,
      text: `Evaluations made from ${formatDate(effectiveFrom)} on use it. Earlier evaluations stay as they are.`,
      confirm: "Approve overlay",
    });
    if (isSure)
      approve.mutate(seen, {
        onSuccess: () => showToast("Overlay approved", `${label} counts from ${formatDate(effectiveFrom)}.`),
      });
  }

  async function askEnd(): Promise<void> {
    const isSure = await confirm({
      title: `End ${label}?`,
      text:
        state === "scheduled"
          ? "No evaluation will use it. An overlay that is in force stays in force."
          : "From today on, evaluations use the guides without an overlay. Earlier evaluations stay as they are.",
      confirm: "End overlay",
      tone: "danger",
    });
    const rest = state === "scheduled" ? "No evaluation will use it." : "The guides apply as they are.";
    if (isSure) end.mutate(seen, { onSuccess: () => showToast("Overlay ended", rest) });
  }

  async function askDelete(): Promise<void> {
    const isSure = await confirm({
      title: `Delete ${label}?`,
      text: "It was never approved. This can't be undone.",
      confirm: "Delete overlay",
      tone: "danger",
    });
    if (isSure) remove.mutate({ id }, { onSuccess: () => showToast("Overlay deleted", `${label} is gone.`) });
  }

  function doPropose(): void {
    setProposing(false);
    propose.mutate(seen, { onSuccess: () => showToast("Overlay proposed", "Another admin can approve it.") });
  }

  const doWithdraw = () =>
    withdraw.mutate(seen, { onSuccess: () => showToast("Overlay withdrawn", `${label} is a draft again.`) });

  const more = [
    { label: "Test on past reports", onPress: () => onOpen({ what: "test", overlay }) },
    { label: "Draft a new version from this", onPress: () => onOpen({ what: "draft", overlay }) },
    ...(state === "draft" ? [{ label: "Edit", onPress: () => onOpen({ what: "edit", overlay }) }] : []),
    ...(state === "proposed" ? [{ label: "Withdraw", onPress: doWithdraw }] : []),
    ...(state === "inForce" || state === "scheduled" ? [{ label: "End", onPress: () => void askEnd() }] : []),
    ...(state === "draft" || state === "rejected" ? [{ label: "Delete", onPress: () => void askDelete() }] : []),
  ];

  return (
    <Row
      title={
        <span className={styles.title}>
          {label} <StatusPill tone={STATE_TONES[state]}>{OVERLAY_STATE_LABELS[state]}</StatusPill>
        </span>
      }
      about={
        <>
          <p>
            {programName === null ? "Tightens the guides" : `Own program: ${programName}, not a guide's`} · From{" "}
            {formatDate(effectiveFrom)}
            {overlay.endedOn !== null && ` · Ended ${formatDate(overlay.endedOn)}`}
          </p>
          <SettingList overlay={overlay} />
          {before && <Changes before={before} overlay={overlay} />}
          <History overlay={overlay} />
          {error && <Alert tone="stop">{explain(error, MESSAGES.overlay)}</Alert>}
        </>
      }
      action={
        <>
          {state === "draft" && (
            <Button
              size="small"
              label={`Propose ${label}`}
              isBusy={propose.isPending}
              disabledReason={
                disabledReason ??
                (isLate ? "Its first day is past. Edit the draft and choose a later one." : undefined) ??
                (hasApprover ? undefined : MESSAGES.overlay.SECOND_PERSON_MISSING)
              }
              onClick={() => setProposing(true)}
            >
              Propose
            </Button>
          )}
          {state === "proposed" && (
            <>
              <Button
                size="small"
                label={`Approve ${label}`}
                isBusy={approve.isPending}
                disabledReason={
                  disabledReason ??
                  other ??
                  (isLate ? "Its first day is past. Withdraw it, then choose a later one in the draft." : undefined)
                }
                onClick={() => void askApprove()}
              >
                Approve
              </Button>
              <Button
                size="small"
                label={`Reject ${label}`}
                disabledReason={disabledReason ?? other}
                onClick={() => onOpen({ what: "reject", overlay })}
              >
                Reject
              </Button>
            </>
          )}
          <MoreActions label={`More for ${label}`} actions={more} />
          {isProposing && (
            <ProposeDialog
              overlay={overlay}
              onPropose={doPropose}
              onTest={() => {
                setProposing(false);
                onOpen({ what: "test", overlay });
              }}
              onClose={() => setProposing(false)}
            />
          )}
        </>
      }
    />
  );
}

interface TestDialogProps {
  readonly overlay: OverlayVersion;
  readonly onClose: () => void;
}

function TestDialog({ overlay: { id, name, number }, onClose }: TestDialogProps) {
  return (
    <Dialog title={`Test ${name}, version ${number}`} size="large" onClose={onClose}>
      <div className={styles.test}>
        <BackTestPanel
          subject={{ kind: "overlay", overlayId: id }}
          startLabel="Test on past reports"
          about="Evaluates all past reports with and without this overlay, in the background, and lists those that change. No evaluation changes."
        />
        <div className={styles.close}>
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    </Dialog>
  );
}

function SettingList({ overlay: { settings } }: { readonly overlay: OverlayVersion }) {
  const lines = overlayLines(settings, { findingLabel, limitText });
  if (lines.length === 0) return <p>Sets nothing yet.</p>;
  return (
    <dl className={styles.lines}>
      {lines.map(({ key, label, text }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Changes({
  before,
  overlay,
}: Pick<Required<OverlayRowProps>, "overlay"> & { readonly before: OverlayVersion }) {
  const changes = changesBetween(before.settings, overlay.settings);
  return (
    <details>
      <summary>
        {changes.length === 0 ? "Same settings as" : "Changes from"} version {before.number}
      </summary>
      <ul>
        {changes.map((one) => (
          <li key={one.key}>
            {one.label}: {one.before ?? "as the guide"} → {one.after ?? "as the guide"}
          </li>
        ))}
      </ul>
    </details>
  );
}

function History({ overlay }: { readonly overlay: OverlayVersion }) {
  const { createdBy, createdAt, proposedBy, proposedAt, decidedBy, decidedAt, reason, endedBy, state } = overlay;
  return (
    <p>
      Drafted by {createdBy?.name} <DateText at={createdAt} />
      {proposedBy && proposedAt && (
        <>
          {` · Proposed by ${proposedBy.name} `}
          <DateText at={proposedAt} />
        </>
      )}
      {decidedBy && decidedAt && (
        <>
          {` · ${state === "rejected" ? "Rejected" : "Approved"} by ${decidedBy.name} `}
          <DateText at={decidedAt} />
        </>
      )}
      {endedBy && ` · Ended by ${endedBy.name}`}
      {reason !== null && ` · “${reason}”`}
    </p>
  );
}

const Rejection = z.object({ reason: DecisionReason });

function RejectDialog({ overlay, onClose }: { readonly overlay: OverlayVersion; readonly onClose: () => void }) {
  const { id, version, name, number } = overlay;
  const reject = useRejectOverlay();
  return (
    <Dialog title={`Reject ${name}, version ${number}`} text="The author sees your reason." onClose={onClose}>
      <Form<z.infer<typeof Rejection>>
        schema={Rejection}
        defaults={{ reason: "" }}
        submit="Reject overlay"
        loading={reject.isPending}
        error={reject.error}
        explainError={(error) => explain(error, MESSAGES.overlay)}
        cancel={onClose}
        onSubmit={({ reason }) => reject.mutate({ id, version, reason }, { onSuccess: onClose })}
      >
        <TextArea name="reason" label="Reason" />
      </Form>
    </Dialog>
  );
}
