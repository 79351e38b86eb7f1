// Owns the button that asks for the confirm mail again, and what came of it.
import { Button } from "#kit/web/parts/Button.tsx";
import { explain } from "#kit/web/http/explain.ts";
import { useResendConfirmation } from "./data.ts";

export function ResendConfirmation() {
  const resend = useResendConfirmation();
  return (
    <>
      <Button size="small" isBusy={resend.isPending} onClick={() => resend.mutate({})}>
        Send the mail again
      </Button>
      <span role="status">
        {resend.isSuccess && "Sent. Earlier links no longer work."}
        {resend.error && explain(resend.error)}
      </span>
    </>
  );
}
