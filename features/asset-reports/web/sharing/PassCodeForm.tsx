import * as z from "zod/mini";
import { openAuditCopy, WRONG_PASS_CODES } from "#features/asset-reports/contract.ts";
import { codeOf } from "#platform/web/http/api-error.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import type { useOpenAuditCopy } from "./data.ts";

const PassCode = z.omit(openAuditCopy.body, { token: true });

interface PassCodeFormProps {
  readonly token: string;
  readonly open: ReturnType<typeof useOpenAuditCopy>;
}

export function PassCodeForm({ token, open }: PassCodeFormProps) {
  return (
    <>
      <p>A lender shared an asset report with you. Enter the passcode they gave you.</p>
      <Form<z.input<typeof PassCode>>
        schema={PassCode}
        defaults={{ passCode: "" }}
        submit="Open report"
        loading={open.isPending}
        error={open.error}
        explainError={errorMessage}
        asksBeforeLeaving={false}
        onSubmit={({ passCode }) => open.mutate({ token, passCode })}
      >
        <TextField name="passCode" label="Passcode" autoComplete="one-time-code" help="10 letters and digits." />
      </Form>
    </>
  );
}

function errorMessage(error: Error): string {
  if (codeOf(error) !== "LINK_DEAD") return explain(error);
  return `That passcode didn't work. After ${WRONG_PASS_CODES} attempts the link is disabled. It may also have expired or been revoked. If so, ask the lender to share the report again.`;
}
