import * as z from "zod/mini";
import { AUDIT_COPY_DAYS, createAuditCopy } from "#features/asset-reports/contract.ts";
import { codeOf } from "#platform/web/http/api-error.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { NumberField } from "#platform/web/form/NumberField.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import { PageCard } from "#platform/web/parts/PageCard.tsx";
import type { useCreateAuditCopy } from "./data.ts";

const Share = z.omit(createAuditCopy.body, { borrowerId: true });

interface ShareFormProps {
  readonly borrowerId: string;
  readonly create: ReturnType<typeof useCreateAuditCopy>;
  readonly disabledReason: string | undefined;
  readonly onShared: () => void;
}

export function ShareForm({ borrowerId, create, disabledReason, onShared }: ShareFormProps) {
  return (
    <PageCard size="medium">
      <Form<z.input<typeof Share>>
        schema={Share}
        defaults={{ auditorName: "", auditorEmail: "", days: AUDIT_COPY_DAYS.default }}
        submit="Share report"
        loading={create.isPending}
        error={create.error}
        explainError={errorMessage}
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

function errorMessage(error: Error): string {
  switch (codeOf(error)) {
    case "REPORT_NOT_READY":
      return "No report is ready to share. Generate one first.";
    case "LIMIT_REACHED":
      return "You've reached the limit of active copies. Revoke one, then share again.";
    default:
      return explain(error);
  }
}
