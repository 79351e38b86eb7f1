// Owns the question for the pass-code, and the one refusal that there is.
import * as z from "zod/mini";
import { openAuditCopy, WRONG_PASS_CODES } from "#features/audit-copies/contract.ts";
import { codeOf } from "#kit/web/http/api-error.ts";
import { explain } from "#kit/web/http/explain.ts";
import { Form } from "#kit/web/form/Form.tsx";
import { TextField } from "#kit/web/form/TextField.tsx";
import type { useOpenAuditCopy } from "./data.ts";

const PassCode = z.omit(openAuditCopy.body, { token: true });

interface PassCodeFormProps {
  readonly token: string;
  readonly open: ReturnType<typeof useOpenAuditCopy>;
}

export function PassCodeForm({ token, open }: PassCodeFormProps) {
  return (
    <>
      <p>A lender shares an asset report with you. They have told you a pass-code: it opens this link.</p>
      <Form<z.input<typeof PassCode>>
        schema={PassCode}
        defaults={{ passCode: "" }}
        submit="Open report"
        loading={open.isPending}
        error={open.error}
        explainError={explainRefusal}
        asksBeforeLeaving={false}
        onSubmit={({ passCode }) => open.mutate({ token, passCode })}
      >
        <TextField name="passCode" label="Pass-code" autoComplete="one-time-code" help="Ten letters and digits." />
      </Form>
    </>
  );
}

function explainRefusal(error: Error): string {
  if (codeOf(error) !== "LINK_DEAD") return explain(error);
  return `This did not open. Check the pass-code: after ${WRONG_PASS_CODES} wrong ones the link ends for good. It may also be too old or taken back; then ask the lender to share the report again.`;
}
