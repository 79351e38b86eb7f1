// Owns the form that shares a report: who reads it, and for how long.
import * as z from "zod/mini";
import { AUDIT_COPY_DAYS, createAuditCopy } from "#features/audit-copies/contract.ts";
import { codeOf } from "#kit/web/http/api-error.ts";
import { explain } from "#kit/web/http/explain.ts";
import { Form } from "#kit/web/form/Form.tsx";
import { NumberField } from "#kit/web/form/NumberField.tsx";
import { TextField } from "#kit/web/form/TextField.tsx";
import { PageCard } from "#kit/web/parts/PageCard.tsx";
import type { useCreateAuditCopy } from "./data.ts";

const Share = z.omit(createAuditCopy.body, { borrowerId: true });

interface ShareFormProps {
  readonly borrowerId: string;
  readonly create: ReturnType<typeof useCreateAuditCopy>;
  readonly bar: string | undefined;
  readonly onShared: () => void;
}

export function ShareForm({ borrowerId, create, bar, onShared }: ShareFormProps) {
  return (
    <PageCard size="medium">
      <Form<z.input<typeof Share>>
        schema={Share}
        defaults={{ auditorName: "", auditorEmail: "", days: AUDIT_COPY_DAYS.default }}
        submit="Share report"
        loading={create.isPending}
        error={create.error}
        explainError={explainRefusal}
        barred={bar}
        onSubmit={(values) => create.mutate({ ...values, borrowerId }, { onSuccess: onShared })}
      >
        <TextField name="auditorName" label="Auditor's name" autoComplete="off" />
        <TextField
          name="auditorEmail"
          label="Auditor's email"
          type="email"
          autoComplete="off"
          help="The link is mailed here. The pass-code is not: you tell it yourself."
        />
        <NumberField name="days" label="Days until it ends" least={AUDIT_COPY_DAYS.min} most={AUDIT_COPY_DAYS.max} />
      </Form>
    </PageCard>
  );
}

function explainRefusal(error: Error): string {
  switch (codeOf(error)) {
    case "REPORT_NOT_READY":
      return "There is no ready report to share yet. Generate one first.";
    case "LIMIT_REACHED":
      return "As many copies are open as may be. End one that is no longer needed, then share again.";
    default:
      return explain(error);
  }
}
