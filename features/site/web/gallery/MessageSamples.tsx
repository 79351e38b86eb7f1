import { Alert } from "#platform/web/parts/Alert.tsx";
import { ApiError } from "#platform/web/http/api-error.ts";
import { Button } from "#platform/web/parts/Button.tsx";
import { EmptyState } from "#platform/web/parts/EmptyState.tsx";
import { ErrorState } from "#platform/web/parts/ErrorState.tsx";
import { showToast } from "#platform/web/toasts.ts";
import { Specimen } from "./Specimen.tsx";

const retry = () => void showToast("Tried again", "It would be requested again.", { autohide: true });

export function MessageSamples() {
  return (
    <>
      <Specimen name="Alerts">
        <Alert tone="info">Reports are stored for two years.</Alert>
        <Alert tone="ok" title="Connected">
          Two accounts are shared until Feb 18, 2027.
        </Alert>
        <Alert tone="ask" title="The bank asks them to log in again">
          Send the borrower a new link.
        </Alert>
        <Alert tone="stop" title="The report could not be made" action={<Button size="small">Try again</Button>}>
          The bank did not answer. Nothing was lost.
        </Alert>
      </Specimen>
      <Specimen name="Nothing there yet">
        <EmptyState title="No borrowers yet" action={<Button variant="primary">Create Borrower</Button>}>
          Three fields make one. The rest can wait.
        </EmptyState>
      </Specimen>
      <Specimen name="Something failed">
        <ErrorState title="We couldn't load the borrowers" error={new ApiError(0, "NETWORK")} onRetry={retry} />
        <ErrorState
          title="The statement could not be loaded"
          error={new ApiError(429, "TOO_MANY_REQUESTS", { retryAfter: 40 })}
          onRetry={retry}
        />
      </Specimen>
    </>
  );
}
