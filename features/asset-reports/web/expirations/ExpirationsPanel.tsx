import { useQuery } from "@tanstack/react-query";
import { useMemo, useState, type CSSProperties } from "react";
import { useWatch } from "react-hook-form";
import * as z from "zod/mini";
import { planRefresh, type Expirations, type PlannedRefresh } from "#features/asset-reports/contract.ts";
import { CLOCK_LABELS, EXPIRATIONS as TEXTS, PLANNED_REFRESH_REASONS } from "#features/asset-reports/labels.ts";
import { MESSAGES } from "#features/asset-reports/messages.ts";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import type { Borrower } from "#features/borrowers/contract.ts";
import { answerPrograms } from "#features/underwriting/labels.ts";
import { Day } from "#platform/contract/fields.ts";
import { addDays, daysBetween } from "#platform/dates/days.ts";
import { formatMoney } from "#platform/money/money.ts";
import { formatCount } from "#platform/text/text.ts";
import { confirm } from "#platform/web/confirm.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import { formatDate } from "#platform/web/format/dates.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { Dialog } from "#platform/web/parts/Dialog.tsx";
import { Section } from "#platform/web/parts/Page.tsx";
import { QueryBoundary, Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { expirations, useCancelPlannedRefresh, usePlanRefresh } from "../api.ts";
import styles from "./ExpirationsPanel.module.css";

interface ExpirationsPanelProps {
  readonly borrower: Borrower;
}

/** What runs out in a borrower's file by day, and the refresh that keeps it current. */
export function ExpirationsPanel({ borrower: { id, status } }: ExpirationsPanelProps) {
  const found = useQuery(expirations({ id }));
  return (
    <Section title={TEXTS.title}>
      <QueryBoundary query={found} failed={TEXTS.failed} skeleton={<Skeleton lines={4} />}>
        {(shown) => (
          <>
            <Timeline shown={shown} />
            {status !== "closed" && !isBeforeReport(shown) && <Refresh borrowerId={id} shown={shown} />}
          </>
        )}
      </QueryBoundary>
    </Section>
  );
}

/** The empty timeline already says to generate a report. */
function isBeforeReport({ suggestion, plan }: Expirations): boolean {
  return plan === null && suggestion.outcome === "refused" && suggestion.reason === "NO_REPORT";
}

type MarkKind = "clock" | "closing" | "planned";

interface Mark {
  readonly kind: MarkKind;
  readonly day: string;
  readonly label: string;
}

function marksOf({ clocks, programName, closingOn, plan }: Expirations): Mark[] {
  const marks: Mark[] = clocks.flatMap(({ kind, day, subject, programs }) => {
    if (day === null) return [];
    const under = programs.length === 0 ? "" : ` (${answerPrograms(programs, { programName })})`;
    return [{ kind: "clock", day, label: CLOCK_LABELS[kind](subject) + under }];
  });
  if (closingOn !== null) marks.push({ kind: "closing", day: closingOn, label: TEXTS.closing });
  if (plan?.state === "planned") marks.push({ kind: "planned", day: plan.day, label: TEXTS.planned });
  return marks.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

function Timeline({ shown }: { readonly shown: Expirations }) {
  const { today, clocks, timeZone } = shown;
  const marks = marksOf(shown);
  const endless = clocks.filter(({ day }) => day === null);
  if (marks.length === 0 && endless.length === 0) return <p className={styles.none}>{TEXTS.none}</p>;
  const last = marks.reduce((latest, { day }) => (day > latest ? day : latest), today);
  const length = Math.max(1, daysBetween(today, last));
  const place = (day: string) => ({ "--at": Math.max(0, daysBetween(today, day)) / length }) as CSSProperties;
  return (
    <>
      {marks.length > 0 && (
        <div className={styles.line} aria-hidden="true">
          {marks.map(({ kind, day, label }) => (
            <span key={`${kind} ${day} ${label}`} className={styles.mark} data-kind={kind} style={place(day)} />
          ))}
        </div>
      )}
      <ol role="list" className={styles.list}>
        {marks.map(({ kind, day, label }) => (
          <li key={`${kind} ${day} ${label}`} data-kind={kind} data-over={day < today || undefined}>
            <time dateTime={day} className={styles.day}>
              {formatDate(day)}
            </time>
            <span className={styles.label}>{label}</span>
            <span className={styles.left}>{leftWords(daysBetween(today, day), kind)}</span>
          </li>
        ))}
        {endless.map(({ kind, subject }) => (
          <li key={`${kind} ${subject}`}>
            <span className={styles.day}>{TEXTS.noEnd}</span>
            <span className={styles.label}>{CLOCK_LABELS[kind](subject)}</span>
          </li>
        ))}
      </ol>
      {marks.length > 0 && <p className={styles.note}>{zoneNote(today, timeZone)}</p>}
    </>
  );
}

function leftWords(days: number, kind: MarkKind): string {
  if (days < 0) return kind === "clock" ? "Expired" : "Passed";
  return days === 0 ? "Today" : `In ${formatCount(days, "day")}`;
}

/** Days are counted in UTC, which ends them at another hour where the lender is. */
function zoneNote(today: string, timeZone: string): string {
  const midnight = new Date(`${addDays(today, 1)}T00:00:00Z`);
  const format = new Intl.DateTimeFormat("en-US", {
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone,
  });
  return `Each day ends at midnight UTC, ${format.format(midnight)} in your organization's time zone.`;
}

interface RefreshProps {
  readonly borrowerId: string;
  readonly shown: Expirations;
}

function Refresh({ borrowerId, shown }: RefreshProps) {
  const { suggestion, plan } = shown;
  const [isOpen, setOpen] = useState(false);
  const cancel = useCancelPlannedRefresh();
  const disabledReason = useDisabledReason(planRefresh);
  const planned = plan?.state === "planned" ? plan : null;

  async function askCancel(): Promise<void> {
    const isSure = await confirm({
      title: TEXTS.cancelTitle,
      text: TEXTS.cancelText,
      confirm: TEXTS.cancel,
      cancel: TEXTS.keep,
    });
    if (isSure)
      cancel.mutate(
        { id: borrowerId },
        { onSuccess: () => showToast(TEXTS.canceled, TEXTS.cancelText, { autohide: true, closeOnClick: true }) },
      );
  }

  return (
    <div className={styles.refresh}>
      {plan && <Ended plan={plan} />}
      <p>{planned ? plannedWords(planned, shown) : suggestionWords(shown)}</p>
      {cancel.error && <Alert tone="stop">{explain(cancel.error)}</Alert>}
      <div className={styles.actions}>
        {planned ? (
          <>
            <Button size="small" disabledReason={disabledReason} onClick={() => setOpen(true)}>
              {TEXTS.change}
            </Button>
            <Button
              size="small"
              disabledReason={disabledReason}
              isBusy={cancel.isPending}
              onClick={() => void askCancel()}
            >
              {TEXTS.cancel}
            </Button>
          </>
        ) : (
          suggestion.outcome === "refresh" && (
            <Button size="small" disabledReason={disabledReason} onClick={() => setOpen(true)}>
              {TEXTS.plan}
            </Button>
          )
        )}
      </div>
      {isOpen && <PlanDialog borrowerId={borrowerId} shown={shown} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** A plan that was not made. One that the officer canceled needs no words. */
function Ended({ plan: { state, day, reason } }: { readonly plan: PlannedRefresh }) {
  if (reason === null || (state !== "failed" && state !== "canceled")) return null;
  return (
    <Alert tone={state === "failed" ? "ask" : "info"} title={`The refresh planned for ${formatDate(day)} was not made`}>
      {PLANNED_REFRESH_REASONS[reason]}
    </Alert>
  );
}

/** Cents of a refresh on that day, as far as it is known today. */
function priceOn({ price, freeUntil }: Expirations, day: string): number {
  return freeUntil !== null && day <= freeUntil ? 0 : price;
}

function costWords(cents: number): string {
  return cents === 0 ? "It's free." : `It costs ${formatMoney(cents)}.`;
}

function suggestionWords(shown: Expirations): string {
  const { suggestion, closingOn } = shown;
  if (suggestion.outcome === "notNeeded") return TEXTS.notNeeded;
  if (suggestion.outcome === "refused") return PLANNED_REFRESH_REASONS[suggestion.reason];
  const { day, hasGap } = suggestion;
  const gap = hasGap ? " The current data runs out before that day." : "";
  const closing = closingOn === null ? "the closing" : `the closing on ${formatDate(closingOn)}`;
  return `${formatDate(day)} is the last good day for one refresh that is valid through ${closing}. ${costWords(priceOn(shown, day))}${gap}`;
}

function plannedWords({ day, price, isSuggested, plannedBy }: PlannedRefresh, shown: Expirations): string {
  const { suggestion } = shown;
  const by = plannedBy === null ? "" : ` by ${plannedBy}`;
  const cost = price === 0 ? "It's free." : `It costs at most ${formatMoney(price)}.`;
  const moves = isSuggested ? " It moves with the closing day." : "";
  const better =
    !isSuggested && suggestion.outcome === "refresh" && suggestion.day !== day
      ? ` The last good day is ${formatDate(suggestion.day)}.`
      : "";
  return `A refresh is planned for ${formatDate(day)}${by}. ${cost}${moves}${gapWords(day, shown)}${better}`;
}

/** That the file is without current data for a while, if it is; begins with a space. */
function gapWords(day: string, { clocks, today }: Pick<Expirations, "clocks" | "today">): string {
  const ends = clocks.flatMap((clock) => (clock.kind === "data" && clock.day !== null ? [clock.day] : []));
  const first = ends.sort()[0];
  if (first === undefined || day <= first) return "";
  return ` The current data ${first < today ? "ran" : "runs"} out on ${formatDate(first)}.`;
}

type PlanForm = z.infer<ReturnType<typeof planForm>>;

function planForm({ today, closingOn }: Pick<Expirations, "today" | "closingOn">) {
  return z.object({
    day: z.pipe(
      Day,
      z.string().check(
        z.refine((day) => day >= today, "IN_THE_PAST"),
        z.refine((day) => closingOn === null || day <= closingOn, "AFTER_CLOSING"),
      ),
    ),
  });
}

interface PlanDialogProps extends RefreshProps {
  readonly onClose: () => void;
}

function PlanDialog({ borrowerId, shown, onClose }: PlanDialogProps) {
  const save = usePlanRefresh();
  const { plan, suggestion, today } = shown;
  const planned = plan?.state === "planned" ? plan.day : null;
  const suggested = suggestion.outcome === "refresh" ? suggestion.day : null;
  const schema = useMemo(() => planForm(shown), [shown]);
  return (
    <Dialog title={planned === null ? TEXTS.planTitle : TEXTS.changeTitle} text={TEXTS.planText} onClose={onClose}>
      <Form<PlanForm>
        schema={schema}
        defaults={{ day: planned ?? suggested ?? today }}
        submit={planned === null ? TEXTS.plan : "Save"}
        loading={save.isPending}
        error={save.error}
        explainError={(error) => explain(error, MESSAGES.planRefresh)}
        cancel={onClose}
        asksBeforeLeaving={false}
        onSubmit={({ day }) =>
          save.mutate(
            { id: borrowerId, day, price: priceOn(shown, day) },
            {
              onSuccess() {
                onClose();
                showToast(TEXTS.saved, `A new report is requested on ${formatDate(day)}.`, {
                  autohide: true,
                  closeOnClick: true,
                });
              },
            },
          )
        }
      >
        <TextField
          name="day"
          label={TEXTS.day}
          type="date"
          autoComplete="off"
          errorTexts={{
            INVALID_FORMAT: TEXTS.dayMissing,
            IN_THE_PAST: TEXTS.dayPast,
            AFTER_CLOSING: TEXTS.dayAfterClosing(shown.closingOn ?? today),
          }}
        />
        <DayWords shown={shown} schema={schema} suggested={suggested} />
      </Form>
    </Dialog>
  );
}

interface DayWordsProps {
  readonly shown: Expirations;
  readonly schema: ReturnType<typeof planForm>;
  readonly suggested: string | null;
}

function DayWords({ shown, schema, suggested }: DayWordsProps) {
  const day: unknown = useWatch({ name: "day" });
  const known = schema.safeParse({ day }).data?.day; // another day has no price
  const best = suggested === null || suggested === known ? "" : ` ${formatDate(suggested)} is the last good day.`;
  const { leftOfCap } = shown;
  if (known === undefined) return <p>{best.trim()}</p>;
  const cost = priceOn(shown, known);
  const cap = leftOfCap !== null && cost > leftOfCap ? ` ${formatMoney(leftOfCap)} is left of the spend cap.` : "";
  return (
    <p aria-live="polite">
      {costWords(cost)}
      {cap}
      {gapWords(known, shown)}
      {best}
    </p>
  );
}
