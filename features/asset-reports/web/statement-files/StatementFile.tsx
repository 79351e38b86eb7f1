import X from "lucide-react/icons/x";
import { useId } from "react";
import {
  STATEMENT_SUBTYPES,
  type StatementColumns,
  type StatementPreviewFile,
} from "#features/asset-reports/contract.ts";
import {
  STATEMENT_COLUMN_LABELS,
  STATEMENT_FIELD_LABELS,
  STATEMENT_FILES_TEXTS as TEXTS,
  STATEMENT_SUBTYPE_LABELS,
} from "#features/asset-reports/labels.ts";
import { problemText } from "#features/asset-reports/messages.ts";
import { longDay } from "#platform/dates/days.ts";
import { formatCount } from "#platform/text/text.ts";
import fieldStyles from "#platform/web/form/Field.module.css";
import { FieldNote } from "#platform/web/form/Field.tsx";
import { Select } from "#platform/web/form/Select.tsx";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { StatusPill } from "#platform/web/parts/Values.tsx";
import { type ChosenFile, type DetailField, detailError, isMoneyField } from "./chosen-files.ts";
import styles from "./StatementFiles.module.css";

interface StatementFileProps {
  readonly file: ChosenFile;
  /** As it was read last; absent while it is being read. */
  readonly read: StatementPreviewFile | undefined;
  readonly onChange: (file: ChosenFile) => void;
  readonly onRemove: () => void;
}

export function StatementFile({ file, read, onChange, onRemove }: StatementFileProps) {
  const type = (field: DetailField, value: string) => onChange({ ...file, typed: { ...file.typed, [field]: value } });
  return (
    <li className={styles.file}>
      <div className={styles.top}>
        <span className={styles.name}>{file.name}</span>
        {read && <FileState read={read} />}
        <Button
          size="small"
          variant="quiet"
          icon={<X aria-hidden="true" />}
          label={`Remove ${file.name}`}
          onClick={onRemove}
        >
          Remove
        </Button>
      </div>
      {read?.problem && <Alert tone="stop">{problemText(read.problem)}</Alert>}
      {read && read.from !== null && read.to !== null && read.lines > 0 && (
        <p className={styles.facts}>
          {[
            read.institution,
            read.mask && `•••• ${read.mask}`,
            `${longDay(read.from)} to ${longDay(read.to)}`,
            formatCount(read.lines, "transaction"),
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
      )}
      {file.asked.length > 0 && (
        <div className={styles.fields}>
          {file.asked.map((field) => (
            <DetailInput
              key={field}
              field={field}
              value={file.typed[field] ?? ""}
              onChange={(value) => type(field, value)}
            />
          ))}
        </div>
      )}
      {read && read.headings.length > 0 && (
        <details open={read.columns === null || undefined}>
          <summary>{TEXTS.columns}</summary>
          <p>{TEXTS.dollars}</p>
          <Columns
            headings={read.headings}
            columns={file.columns ?? NO_COLUMNS}
            onChange={(columns) => onChange({ ...file, columns })}
          />
        </details>
      )}
    </li>
  );
}

function FileState({ read: { problem, needs } }: { readonly read: StatementPreviewFile }) {
  if (problem !== null) return <StatusPill tone="red">Can&apos;t be used</StatusPill>;
  return needs.length > 0 ? (
    <StatusPill tone="amber">Details needed</StatusPill>
  ) : (
    <StatusPill tone="green">Adds up</StatusPill>
  );
}

interface DetailInputProps {
  readonly field: DetailField;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function DetailInput({ field, value, onChange }: DetailInputProps) {
  const id = useId();
  const label = STATEMENT_FIELD_LABELS[field];
  if (field === "subtype")
    return (
      <Select
        label={label}
        options={[
          { value: "", label: "Choose" },
          ...STATEMENT_SUBTYPES.map((one) => ({ value: one, label: STATEMENT_SUBTYPE_LABELS[one] })),
        ]}
        value={value}
        onChange={onChange}
      />
    );
  const isDay = field === "from" || field === "to";
  const isMoney = isMoneyField(field);
  const error = detailError(field, value);
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id} className={fieldStyles.label}>
        {label}
      </label>
      <input
        id={id}
        className={fieldStyles.control}
        type={isDay ? "date" : "text"}
        inputMode={isMoney ? "decimal" : undefined}
        autoComplete="off"
        maxLength={field === "mask" ? 4 : 600}
        value={value}
        aria-describedby={error && `${id}-note`}
        aria-invalid={error ? true : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      <FieldNote id={`${id}-note`} error={error} />
    </div>
  );
}

const NO_COLUMNS: StatementColumns = {
  ...{ date: "", description: "", amount: null, debit: null, credit: null, balance: null },
  ...{ dateOrder: "mdy", isDebitPositive: false },
};
const COLUMN_NAMES = ["date", "description", "amount", "debit", "credit", "balance"] as const;

interface ColumnsProps {
  readonly headings: readonly string[];
  readonly columns: StatementColumns;
  readonly onChange: (columns: StatementColumns) => void;
}

function Columns({ headings, columns, onChange }: ColumnsProps) {
  const choices = headings.map((heading) => ({ value: heading, label: heading }));
  return (
    <div className={styles.fields}>
      {COLUMN_NAMES.map((name) => {
        const isRequired = name === "date" || name === "description";
        return (
          <Select
            key={name}
            label={STATEMENT_COLUMN_LABELS[name]}
            options={[{ value: "", label: isRequired ? "Choose" : TEXTS.none }, ...choices]}
            value={columns[name] ?? ""}
            onChange={(value) => onChange({ ...columns, [name]: value === "" && !isRequired ? null : value })}
          />
        );
      })}
      <Select
        label="Dates"
        options={[
          { value: "mdy", label: "Month, day, year" },
          { value: "dmy", label: "Day, month, year" },
          { value: "ymd", label: "Year, month, day" },
        ]}
        value={columns.dateOrder}
        onChange={(value) => onChange({ ...columns, dateOrder: DATE_ORDERS.find((order) => order === value) ?? "mdy" })}
      />
      <Select
        label="Money out in the amount"
        options={[
          { value: "minus", label: "Has a minus" },
          { value: "plain", label: "Has no minus" },
        ]}
        value={columns.isDebitPositive ? "plain" : "minus"}
        onChange={(value) => onChange({ ...columns, isDebitPositive: value === "plain" })}
      />
    </div>
  );
}

const DATE_ORDERS = ["mdy", "dmy", "ymd"] as const;
