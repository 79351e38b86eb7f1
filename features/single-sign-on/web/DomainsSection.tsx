import { useState } from "react";
import * as z from "zod/mini";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { addSsoDomain, type SsoDomain, type SsoSettings } from "#features/single-sign-on/contract.ts";
import { MESSAGES } from "#features/single-sign-on/messages.ts";
import { text } from "#platform/contract/fields.ts";
import { confirm } from "#platform/web/confirm.ts";
import { Form } from "#platform/web/form/Form.tsx";
import { TextField } from "#platform/web/form/TextField.tsx";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { CopyButton } from "#platform/web/parts/CopyButton.tsx";
import { PageCard, Section } from "#platform/web/parts/Page.tsx";
import { EmptyState } from "#platform/web/parts/QueryBoundary.tsx";
import { Row, RowList } from "#platform/web/parts/RowList.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { StatusPill } from "#platform/web/parts/Values.tsx";
import { useAddDomain, useRemoveDomain, useVerifyDomain } from "./api.ts";
import styles from "./SingleSignOn.module.css";

const DomainForm = z.object({ domain: text(253) });

export function DomainsSection({ settings: { domains } }: { readonly settings: SsoSettings }) {
  const add = useAddDomain();
  const [added, setAdded] = useState(0);
  return (
    <Section title="Email domains">
      <PageCard size="medium">
        <Form<{ domain: string }>
          key={added} // A new domain empties the form for the next one.
          schema={DomainForm}
          defaults={{ domain: "" }}
          submit="Add domain"
          submitVariant="secondary"
          loading={add.isPending}
          error={add.error}
          explainError={(error) => explain(error, MESSAGES.domain)}
          disabledReason={useDisabledReason(addSsoDomain)}
          onSubmit={(values) => add.mutate(values, { onSuccess: () => setAdded(added + 1) })}
        >
          <TextField
            name="domain"
            label="Domain"
            autoComplete="off"
            help="What follows the @ in your colleagues' emails. People with these emails log in with single sign-on."
            errorTexts={{
              INVALID_FORMAT: "Enter a domain such as example.com",
              NAME_TAKEN: MESSAGES.domain.NAME_TAKEN,
            }}
          />
        </Form>
      </PageCard>
      {domains.length === 0 ? (
        <EmptyState title="No domains yet" below="medium">
          Add the domain of your company&apos;s emails above.
        </EmptyState>
      ) : (
        <RowList label="Email domains">
          {domains.map((domain) => (
            <DomainRow key={domain.id} domain={domain} />
          ))}
        </RowList>
      )}
    </Section>
  );
}

function DomainRow({ domain: { id, domain, recordName, recordValue, verifiedAt } }: { readonly domain: SsoDomain }) {
  const [verify, remove] = [useVerifyDomain(), useRemoveDomain()];
  const disabledReason = useDisabledReason(addSsoDomain);
  const error = verify.error ?? remove.error;

  async function askRemove(): Promise<void> {
    const isSure = await confirm({
      title: `Remove ${domain}?`,
      text: "People with emails of this domain can no longer log in with single sign-on.",
      confirm: "Remove domain",
      tone: "danger",
    });
    if (isSure) remove.mutate({ id });
  }

  return (
    <Row
      title={
        <>
          {domain}{" "}
          {verifiedAt === null ? (
            <StatusPill tone="amber">Not verified</StatusPill>
          ) : (
            <StatusPill tone="green">Verified</StatusPill>
          )}
        </>
      }
      about={
        <div className={styles.record}>
          {verifiedAt === null && (
            <>
              <p>Publish this TXT record in your DNS to show that the domain is yours:</p>
              <dl className={styles.addresses}>
                <div>
                  <dt>Name</dt>
                  <dd>
                    <code>{recordName}</code> <CopyButton name={`Name for ${domain}`} text={recordName} isIcon />
                  </dd>
                </div>
                <div>
                  <dt>Value</dt>
                  <dd>
                    <code>{recordValue}</code> <CopyButton name={`Value for ${domain}`} text={recordValue} isIcon />
                  </dd>
                </div>
              </dl>
            </>
          )}
          {error && <Alert tone="stop">{explain(error, MESSAGES.domain)}</Alert>}
        </div>
      }
      action={
        <>
          {verifiedAt === null && (
            <Button
              size="small"
              disabledReason={disabledReason}
              label={`Verify ${domain}`}
              isBusy={verify.isPending}
              onClick={() =>
                verify.mutate({ id }, { onSuccess: () => showToast("Domain verified", `${domain} is yours.`) })
              }
            >
              Verify
            </Button>
          )}
          <Button
            size="small"
            disabledReason={disabledReason}
            label={`Remove ${domain}`}
            isBusy={remove.isPending}
            onClick={() => void askRemove()}
          >
            Remove
          </Button>
        </>
      }
    />
  );
}
