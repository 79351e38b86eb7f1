import { Alert } from "./Alert.tsx";
import { Button } from "./Button.tsx";
import { explain } from "../http/explain.ts";

interface ErrorStateProps {
  /** What could not be done: "The borrowers could not be loaded". */
  readonly title: string;
  readonly error: Error;
  readonly onRetry: () => void;
}

export function ErrorState({ title, error, onRetry }: ErrorStateProps) {
  return (
    <Alert
      tone="stop"
      title={title}
      action={
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {explain(error)}
    </Alert>
  );
}
