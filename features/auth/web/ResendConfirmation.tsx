import { Button } from "#platform/web/parts/Button.tsx";
import { explain } from "#platform/web/http/explain.ts";
import { useResendConfirmation } from "./api.ts";

export function ResendConfirmation() {
  const resend = useResendConfirmation();
  return (
    <>
      <Button size="small" isBusy={resend.isPending} onClick={() => resend.mutate({})}>
        Resend email
      </Button>
      <span role="status">
        {resend.isSuccess && "Email sent. Use the newest link."}
        {resend.error && explain(resend.error)}
      </span>
    </>
  );
}
