// Owns the ways in by a provider, below the password's.
import { codeOf } from "#kit/web/http/api-error.ts";
import { currentConfig } from "#kit/web/config.ts";
import { explain } from "#kit/web/http/explain.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { useContinueWith } from "./data.ts";
import { offeredProviders, PROVIDER_WORDS } from "./provider-words.ts";
import styles from "./SocialButtons.module.css";

export function SocialButtons() {
  const start = useContinueWith();
  const offered = offeredProviders(currentConfig());
  if (offered.length === 0) return null;
  return (
    <div className={styles.ways}>
      <p className={styles.or}>or</p>
      {start.error && <Alert tone="stop">{explainStart(start.error)}</Alert>}
      {offered.map((provider) => (
        <Button
          key={provider}
          // The page is being left: it stays busy until it is.
          isBusy={(start.isPending || start.isSuccess) && start.variables === provider}
          onClick={() => start.mutate(provider)}
        >
          Continue with {PROVIDER_WORDS[provider]}
        </Button>
      ))}
    </div>
  );
}

function explainStart(error: Error): string {
  if (codeOf(error) === "PROVIDER_UNAVAILABLE")
    return "This provider does not answer now. Try again in a minute, or get in another way.";
  return explain(error);
}
