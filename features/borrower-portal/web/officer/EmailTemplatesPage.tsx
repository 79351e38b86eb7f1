import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { useDisabledReason, useMembership, useUser } from "#features/auth/web/session/session.ts";
import { fullName } from "#features/borrowers/contract.ts";
import {
  BORROWER_LINK_DAYS,
  type EmailKind,
  type EmailTemplate,
  TemplateText,
  updateEmailTemplate,
} from "#features/borrower-portal/contract.ts";
import { EMAILS, applyText, TEMPLATES as TEXTS } from "#features/borrower-portal/labels.ts";
import { confirm } from "#platform/web/confirm.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { TextArea, TextField } from "#platform/web/form/TextField.tsx";
import { codeOf } from "#platform/web/http/api-error.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { Page, Section } from "#platform/web/parts/Page.tsx";
import { QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { emailTemplates, useResetEmailTemplate, useUpdateEmailTemplate } from "./api.ts";
import styles from "./EmailTemplatesPage.module.css";

export function EmailTemplatesPage() {
  const templates = useQuery(emailTemplates());
  return (
    <Page title={TEXTS.title} lead={TEXTS.lead}>
      <QueryBoundary query={templates} failed={TEXTS.failed}>
        {(shown) =>
          shown.map((template) => <Template key={`${template.kind} ${template.version}`} template={template} />)
        }
      </QueryBoundary>
    </Page>
  );
}

function Template({ template }: { readonly template: EmailTemplate }) {
  const { kind, version, subject, introduction } = template;
  const { title, about, save } = TEXTS.kinds[kind];
  const update = useUpdateEmailTemplate();
  const reset = useResetEmailTemplate();
  const disabledReason = useDisabledReason(updateEmailTemplate);

  async function askToReset(): Promise<void> {
    const question = { title: TEXTS.resetTitle, text: TEXTS.resetText, confirm: TEXTS.reset };
    if (await confirm(question)) reset.mutate({ kind });
  }

  return (
    <Section
      title={title}
      action={
        <Button
          size="small"
          label={`${TEXTS.reset}: ${title}`}
          disabledReason={version === null ? "This email already uses the default text." : disabledReason}
          isBusy={reset.isPending}
          onClick={() => void askToReset()}
        >
          {TEXTS.reset}
        </Button>
      }
    >
      <p>{about}</p>
      {reset.error && <Alert tone="stop">{explain(reset.error)}</Alert>}
      <Form<TemplateText>
        schema={TemplateText}
        defaults={{ subject, introduction }}
        submit={save}
        submitVariant="secondary"
        loading={update.isPending}
        error={update.error}
        explainError={(error) => (codeOf(error) === "STALE" ? TEXTS.stale : undefined)}
        disabledReason={disabledReason}
        onSubmit={(words) =>
          update.mutate(
            { kind, version, ...words },
            { onSuccess: () => showToast(TEXTS.saved, title, { autohide: true, closeOnClick: true }) },
          )
        }
      >
        <div className={styles.columns}>
          <div className={styles.fields}>
            <TextField name="subject" label={TEXTS.subject} autoComplete="off" errorTexts={TEXTS.errors} />
            <TextArea
              name="introduction"
              label={TEXTS.introduction}
              rows={6}
              help={TEXTS.help}
              errorTexts={TEXTS.errors}
            />
          </div>
          <Preview kind={kind} />
        </div>
      </Form>
    </Section>
  );
}

/** What a borrower receives, as the form is now. */
function Preview({ kind }: { readonly kind: EmailKind }) {
  const values = useWatch<TemplateText>() as TemplateText; // every field has a default
  const lender = useMembership()?.organization.name ?? null;
  const user = useUser();
  const { firstName, list } = TEXTS.sample;
  const officer = user === null ? null : fullName(user);
  const from = { firstName, lender, officer, product: "", days: BORROWER_LINK_DAYS, list };
  const email = applyText(EMAILS[kind](from), values, from);
  return (
    <section className={styles.preview} aria-label={`${TEXTS.preview}: ${TEXTS.kinds[kind].title}`}>
      <h3>{email.subject}</h3>
      <p>{email.greeting}</p>
      {email.paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {email.list && (
        <ul>
          {email.list.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {email.after?.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p className={styles.action}>{email.label}</p>
      <p className={styles.closing}>{email.closing}</p>
    </section>
  );
}
