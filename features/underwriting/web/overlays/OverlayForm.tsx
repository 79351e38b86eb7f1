import { useMemo } from "react";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import type { OverlayVersion } from "#features/underwriting/contract.ts";
import { OVERLAY_LIMIT_LABELS, PROGRAM_NAMES, SEVERITY_LABELS } from "#features/underwriting/labels.ts";
import { MESSAGES } from "#features/underwriting/messages.ts";
import { type OverlayLimit, PROGRAMS, SEVERITIES } from "#features/underwriting/rules/evaluation.ts";
import { FINDING_CODES, LIMITS } from "#features/underwriting/rules/overlay.ts";
import { CheckboxGroup, SelectField } from "#platform/web/form/ChoiceGroup.tsx";
import { Field, FieldNote, FormRow, useFieldError } from "#platform/web/form/Field.tsx";
import fieldStyles from "#platform/web/form/Field.module.css";
import { Form } from "#platform/web/form/Form.tsx";
import { MoneyField } from "#platform/web/form/NumberField.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import { explain } from "#platform/web/http/explain.ts";
import { Button } from "#platform/web/parts/Button.tsx";
import { Dialog } from "#platform/web/parts/Dialog.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { useCreateOverlay, useUpdateOverlay } from "../api.ts";
import { findingLabel } from "#features/underwriting/rules/overlay-texts.ts";
import { directionText, guideText, overlaySchema, type OverlayValues } from "./overlay-settings.ts";
import styles from "./Overlays.module.css";

const PROBLEMS = {
  LOOSENS_GUIDE: "This loosens a guide. Name your own program above, or tighten it.",
  REVIEW_ABOVE_BLOCK: "Enter no more items to review than to block",
  REPEATED: "This is listed twice",
  CONTRADICTS: "This is also raised above that severity",
  NOT_LOWERABLE: "No one may lower this finding",
  UNKNOWN_FINDING: "Choose a finding",
  PROGRAM_OFF: "The program that this is for is turned off",
  NO_PROGRAM_LEFT: "Leave at least one of Fannie Mae, Freddie Mac and FHA on",
  GUIDE_NAME: "Choose a name of your own, without a guide's name in it",
  IN_THE_PAST: "Choose today or a later day",
};

const GROUPS: readonly { readonly title: string; readonly limits: readonly OverlayLimit[] }[] = [
  { title: "Deposits", limits: ["incomePercent", "valuePercent", "smallDepositsLimitCents"] },
  { title: "Returned items in 12 months", limits: ["nsfReview", "nsfBlocker"] },
  {
    title: "Reserves in months, at least",
    limits: ["primaryReserveMonths", "secondHomeReserveMonths", "investmentReserveMonths"],
  },
  { title: "Investments and retirement", limits: ["liquidationPercent", "fhaRetirementPercent"] },
  { title: "Days of history", limits: ["purchaseDays", "refinanceDays", "fhaDays", "twoStatementsDays"] },
  { title: "Days of age", limits: ["documentAgeDays", "daysToApplication", "fhaDataDays"] },
];

interface OverlayDialogProps {
  /** To change; absent for a new one. */
  readonly overlay?: OverlayVersion;
  /** What a new one starts from. */
  readonly from?: OverlayVersion | undefined;
  readonly today: string;
  readonly onClose: () => void;
}

export function OverlayDialog({ overlay, from = overlay, today, onClose }: OverlayDialogProps) {
  const [create, update] = [useCreateOverlay(), useUpdateOverlay()];
  const { isPending, error } = overlay ? update : create;
  const schema = useMemo(() => overlaySchema(today), [today]);
  const defaults: OverlayValues = {
    ...{ name: from?.name ?? "", programName: from?.programName ?? null },
    effectiveFrom: overlay?.effectiveFrom ?? today,
    settings: from?.settings ?? { limits: {}, atLeast: [], atMost: [], documents: [], programsOff: [] },
  };
  return (
    <Dialog title={overlay ? "Edit draft" : "Draft an overlay"} size="large" onClose={onClose}>
      <Form<OverlayValues>
        schema={schema}
        defaults={defaults}
        submit="Save draft"
        loading={isPending}
        error={error}
        explainError={(one) => explain(one, MESSAGES.overlay)}
        cancel={onClose}
        onSubmit={(values) => {
          const onSuccess = () => {
            showToast("Draft saved", "Propose it when it's ready. Another admin approves it.");
            onClose();
          };
          if (overlay) update.mutate({ ...values, id: overlay.id, version: overlay.version }, { onSuccess });
          else create.mutate(values, { onSuccess });
        }}
      >
        <FormRow>
          <TextField name="name" label="Name" autoComplete="off" />
          <TextField name="effectiveFrom" label="In force from" type="date" autoComplete="off" errorTexts={PROBLEMS} />
        </FormRow>
        <TextField
          name="programName"
          label="Your own program"
          autoComplete="off"
          isOptional
          emptyAs={null}
          errorTexts={PROBLEMS}
          help="Only needed to loosen a guide. Every answer then names your program and says that it isn't the guide's."
        />
        {GROUPS.map(({ title, limits }) => (
          <fieldset key={title} className={styles.group}>
            <legend>{title}</legend>
            <div className={styles.limits}>
              {limits.map((limit) => (
                <LimitField key={limit} limit={limit} />
              ))}
            </div>
          </fieldset>
        ))}
        <Severities name="settings.atLeast" title="Raise findings" label="At least" />
        <Severities name="settings.atMost" title="Lower findings, under your own program" label="At most" />
        <Documents />
        <ProgramsOff />
      </Form>
    </Dialog>
  );
}

function LimitField({ limit }: { readonly limit: OverlayLimit }) {
  const name = `settings.limits.${limit}`;
  const { register } = useFormContext();
  const value: unknown = useWatch({ name });
  const { least, most, unit } = LIMITS[limit];
  const direction = typeof value === "number" ? ` · ${directionText(limit, value)}` : "";
  const help = <span aria-live="polite">{guideText(limit) + direction}</span>;
  const label = OVERLAY_LIMIT_LABELS[limit];
  if (unit === "cents") return <MoneyField name={name} label={label} isOptional help={help} errorTexts={PROBLEMS} />;
  const range = `Enter a whole number from ${least} to ${most}`;
  const texts = { ...PROBLEMS, INVALID_TYPE: range, TOO_SMALL: range, TOO_BIG: range, OUT_OF_RANGE: range };
  return (
    <Field name={name} label={label} isOptional help={help} errorTexts={texts}>
      {({ control }) => (
        <input
          {...control}
          {...register(name, { setValueAs: toNumber })}
          className={fieldStyles.control}
          type="text"
          inputMode="numeric"
          autoComplete="off"
        />
      )}
    </Field>
  );
}

/** Invalid text stays as typed, so that the schema can refuse it. */
function toNumber(typed: unknown): unknown {
  if (typeof typed !== "string") return typed ?? undefined;
  const text = typed.replaceAll(/[\s,%]/g, "");
  if (text === "") return undefined;
  return /^-?\d+$/.test(text) ? Number(text) : typed;
}

const FINDINGS = FINDING_CODES.map((value) => ({ value, label: findingLabel(value) })).sort((a, b) =>
  a.label < b.label ? -1 : 1,
);
const SEVERITY_OPTIONS = SEVERITIES.map((value) => ({ value, label: SEVERITY_LABELS[value] }));

interface SeveritiesProps {
  readonly name: "settings.atLeast" | "settings.atMost";
  readonly title: string;
  readonly label: string;
}

function Severities({ name, title, label }: SeveritiesProps) {
  const { fields, append, remove } = useFieldArray<OverlayValues, typeof name>({ name });
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      {fields.map(({ id }, at) => (
        <div key={id} className={styles.finding}>
          <SelectField name={`${name}.${at}.code`} label="Finding" options={FINDINGS} errorTexts={PROBLEMS} />
          <SelectField name={`${name}.${at}.severity`} label={label} options={SEVERITY_OPTIONS} />
          <Button variant="quiet" size="small" label={`Remove finding ${at + 1}`} onClick={() => remove(at)}>
            Remove
          </Button>
        </div>
      ))}
      <div>
        <Button
          size="small"
          onClick={() =>
            append({ code: "LARGE_UNSOURCED", severity: name === "settings.atLeast" ? "blocker" : "info" })
          }
        >
          Add finding
        </Button>
      </div>
    </fieldset>
  );
}

function Documents() {
  const { setValue } = useFormContext<OverlayValues>();
  const documents = useWatch<OverlayValues, "settings.documents">({ name: "settings.documents" });
  const set = (codes: readonly string[]) => setValue("settings.documents", [...codes], { shouldDirty: true });
  return (
    <fieldset className={styles.group}>
      <legend>Require a document where a reason would do</legend>
      {documents.map((_code, at) => (
        <div key={at} className={styles.finding}>
          <SelectField name={`settings.documents.${at}`} label="Finding" options={FINDINGS} errorTexts={PROBLEMS} />
          <Button
            variant="quiet"
            size="small"
            label={`Remove document ${at + 1}`}
            onClick={() => set(documents.filter((_one, other) => other !== at))}
          >
            Remove
          </Button>
        </div>
      ))}
      <div>
        <Button size="small" onClick={() => set([...documents, "LARGE_UNSOURCED"])}>
          Add document
        </Button>
      </div>
    </fieldset>
  );
}

function ProgramsOff() {
  const { setValue } = useFormContext<OverlayValues>();
  const off = useWatch<OverlayValues, "settings.programsOff">({ name: "settings.programsOff" });
  const error = useFieldError("settings.programsOff");
  return (
    <CheckboxGroup
      legend="Programs that you don't offer"
      options={PROGRAMS.map((id) => ({ id, name: PROGRAM_NAMES[id] }))}
      chosen={off}
      describedBy={error ? "programs-off-note" : undefined}
      onToggle={(id, isOff) =>
        setValue(
          "settings.programsOff",
          PROGRAMS.filter((program) => (program === id ? isOff : off.includes(program))),
          { shouldDirty: true },
        )
      }
    >
      <FieldNote id="programs-off-note" error={error && PROBLEMS.NO_PROGRAM_LEFT} />
    </CheckboxGroup>
  );
}
