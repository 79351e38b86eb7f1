import { useState } from "react";
import * as z from "zod/mini";
import { continueVisit, type LinkPreview } from "#features/borrower-portal/contract.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import { codeOf } from "#platform/web/http/api-error.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { useContinueSession, useSendCode } from "../api.ts";
import { explainToBorrower } from "../refusals.ts";
import { currentTexts, useTexts } from "../language.ts";
import styles from "../BorrowerPortal.module.css";

const Entered = z.pick(continueVisit.body, { code: true });

interface ContinueElsewhereProps {
  readonly id: string;
  readonly token: string;
  readonly link: LinkPreview;
  readonly onUsed: () => void;
}

/** A code proves that the person whose link it is uses this browser too. */
export function ContinueElsewhere({ id, token, link, onUsed }: ContinueElsewhereProps) {
  const TEXTS = useTexts().pages.code;
  const send = useSendCode();
  const open = useContinueSession();
  const [isSent, setSent] = useState(false);
  const { emailHint, phoneHint } = link;
  const ask = (by: "email" | "text") => send.mutate({ id, token, by }, { onSuccess: () => setSent(true) });
  return (
    <section className={styles.card} aria-labelledby="code">
      <h2 id="code">{TEXTS.title}</h2>
      <p>{TEXTS.text}</p>
      {send.error && <Alert tone="stop">{explainCode(send.error)}</Alert>}
      <div className={styles.big}>
        <Button
          variant={isSent ? "secondary" : "primary"}
          size="large"
          isBusy={send.isPending && send.variables.by === "email"}
          onClick={() => ask("email")}
        >
          {TEXTS.email(emailHint)}
        </Button>
        {phoneHint !== null && (
          <Button size="large" isBusy={send.isPending && send.variables.by === "text"} onClick={() => ask("text")}>
            {TEXTS.byText(phoneHint)}
          </Button>
        )}
      </div>
      {isSent && (
        <>
          <p role="status">{TEXTS.sent}</p>
          <Form
            schema={Entered}
            defaults={{ code: "" }}
            submit={TEXTS.button}
            loading={open.isPending}
            error={open.error}
            explainError={explainCode}
            asksBeforeLeaving={false}
            onSubmit={({ code }) => open.mutate({ id, token, code }, { onSuccess: onUsed })}
          >
            <TextField
              name="code"
              label={TEXTS.label}
              autoComplete="one-time-code"
              inputMode="numeric"
              errorTexts={{ REQUIRED: TEXTS.missing, INVALID_FORMAT: TEXTS.missing }}
            />
          </Form>
        </>
      )}
    </section>
  );
}

function explainCode(error: Error): string {
  const { pages, messages } = currentTexts();
  const TEXTS = pages.code;
  switch (codeOf(error)) {
    case "CODE_WRONG":
      return TEXTS.wrong;
    case "LIMIT_REACHED":
      return TEXTS.limit;
    case "TEXT_MESSAGES_OFF":
    case "PHONE_REFUSED":
      return TEXTS.noText;
    case "LINK_DEAD":
      return messages.LINK_DEAD;
    default:
      return explainToBorrower(error);
  }
}
