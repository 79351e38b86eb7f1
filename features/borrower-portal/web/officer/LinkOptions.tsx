import { FormProvider, useForm } from "react-hook-form";
import * as z from "zod/mini";
import { fullName, type Borrower } from "#features/borrowers/contract.ts";
import { LINK_OPTIONS as TEXTS } from "#features/borrower-portal/labels.ts";
import { MESSAGES } from "#features/borrower-portal/messages.ts";
import { isSameEmail } from "#platform/text/text.ts";
import { Phone } from "#platform/contract/fields.ts";
import { schemaResolver } from "#platform/web/form/schema-resolver.ts";
import { PhoneField } from "#platform/web/form/TextField.tsx";
import { phoneText } from "#platform/text/phone.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { CopyButton } from "#platform/web/parts/CopyButton.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { useCopyBorrowerLink, useSendBorrowerLink, useTextBorrowerLink } from "./api.ts";
import styles from "./ConnectBankDialog.module.css";

interface LinkOptionsProps {
  readonly borrower: Borrower;
  readonly person: { readonly firstName: string; readonly lastName: string; readonly email: string };
  readonly canText: boolean;
  /** Also offers the email. */
  readonly hasEmail?: boolean;
}

/** The ways in which a person gets their link. */
export function LinkOptions({ borrower, person, canText, hasEmail = false }: LinkOptionsProps) {
  const { id } = borrower;
  const { email } = person;
  const copy = useCopyBorrowerLink();
  const mail = useSendBorrowerLink();
  const error = copy.error ?? mail.error;
  const sent = () =>
    showToast(TEXTS.sent, TEXTS.emailed(fullName(person), email), { autohide: true, closeOnClick: true });
  return (
    <div className={styles.links}>
      {error && <Alert tone="stop">{explain(error, MESSAGES.link)}</Alert>}
      <div className={styles.buttons}>
        <Button isBusy={copy.isPending} onClick={() => copy.mutate({ id, email })}>
          {TEXTS.create}
        </Button>
        {hasEmail && (
          <Button isBusy={mail.isPending} onClick={() => mail.mutate({ id, email }, { onSuccess: sent })}>
            {TEXTS.email}
          </Button>
        )}
      </div>
      {copy.data && (
        <div className={styles.link}>
          <code>{copy.data.linkURL}</code>
          <CopyButton name="Link" text={copy.data.linkURL} />
          <p>{TEXTS.once}</p>
        </div>
      )}
      {canText && (
        <TextLink
          borrowerId={id}
          email={email}
          phone={isSameEmail(email, borrower.email) ? (borrower.phone ?? "") : ""}
        />
      )}
    </div>
  );
}

const PhoneValues = z.object({ phone: Phone });
type PhoneValues = z.infer<typeof PhoneValues>;

interface TextLinkProps {
  readonly borrowerId: string;
  readonly email: string;
  readonly phone: string;
}

function TextLink({ borrowerId, email, phone }: TextLinkProps) {
  const text = useTextBorrowerLink();
  const form = useForm<PhoneValues>({ resolver: schemaResolver(PhoneValues), defaultValues: { phone } });

  function send(values: PhoneValues): void {
    const sent = () =>
      showToast(TEXTS.sent, TEXTS.texted(phoneText(values.phone)), { autohide: true, closeOnClick: true });
    text.mutate({ id: borrowerId, email, ...values }, { onSuccess: sent });
  }

  return (
    <FormProvider {...form}>
      <form
        noValidate
        className={styles.phone}
        onSubmit={(event) => {
          event.preventDefault();
          if (!text.isPending) void form.handleSubmit(send)(event);
        }}
      >
        <PhoneField name="phone" label={TEXTS.phone} help={TEXTS.phoneHelp} />
        <Button type="submit" isBusy={text.isPending}>
          {TEXTS.text}
        </Button>
      </form>
      {text.error && <Alert tone="stop">{explain(text.error, MESSAGES.text)}</Alert>}
    </FormProvider>
  );
}
