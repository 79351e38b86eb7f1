import { useState } from "react";
import * as z from "zod/mini";
import type { SsoKind } from "#features/auth/contract.ts";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { ROLE_LABELS } from "#features/organizations/web/members/role-labels.ts";
import {
  NEWCOMER_ROLES,
  OidcDetails,
  SamlDetails,
  saveOidcConnection,
  type SsoConnection,
  type SsoSettings,
} from "#features/single-sign-on/contract.ts";
import { MESSAGES } from "#features/single-sign-on/messages.ts";
import { confirm } from "#platform/web/confirm.ts";
import { SelectField } from "#platform/web/form/ChoiceGroup.tsx";
import { Form } from "#platform/web/form/Form.tsx";
import { Select } from "#platform/web/form/Select.tsx";
import { TextArea, TextField } from "#platform/web/form/TextField.tsx";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { CopyButton } from "#platform/web/parts/CopyButton.tsx";
import { PageCard, Section } from "#platform/web/parts/Page.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { DateText } from "#platform/web/parts/Values.tsx";
import { useRemoveConnection, useSaveOidc, useSaveSaml, useTestConnection } from "./api.ts";
import styles from "./SingleSignOn.module.css";

const KINDS = [
  { value: "oidc", label: "OpenID Connect (recommended)" },
  { value: "saml", label: "SAML 2.0" },
] as const satisfies readonly { value: SsoKind; label: string }[];

const ROLE_OPTIONS = NEWCOMER_ROLES.map((value) => ({ value, label: ROLE_LABELS[value].label }));
const ROLE_HELP = "What a colleague who logs in for the first time may do.";

export function ConnectionSection({ settings }: { readonly settings: SsoSettings }) {
  const { connection, addresses } = settings;
  const [kind, setKind] = useState<SsoKind>(connection?.kind ?? "oidc");
  const [saved, setSaved] = useState(0);
  function noteSaved(): void {
    setSaved(saved + 1);
    showToast("Identity provider connected", "Test the connection next.");
  }
  // A saved form starts again, so that it no longer holds the secret.
  const form = { connection, onSaved: noteSaved };
  return (
    <Section title="Identity provider">
      {connection && <Status connection={connection} />}
      <PageCard size="medium">
        <Select
          label="Protocol"
          options={KINDS}
          value={kind}
          onChange={(value) => setKind(value === "saml" ? "saml" : "oidc")}
        />
        <dl className={styles.addresses}>
          {kind === "oidc" ? (
            <Address name="Redirect URI" text={addresses.redirectURL} />
          ) : (
            <>
              <Address name="ACS URL" text={addresses.acsURL} />
              <Address name="Entity ID and metadata" text={addresses.metadataURL} />
            </>
          )}
        </dl>
        {kind === "oidc" ? <OidcForm {...form} key={saved} /> : <SamlForm {...form} key={saved} />}
      </PageCard>
    </Section>
  );
}

export function Address({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code>{text}</code> <CopyButton name={name} text={text} isIcon />
      </dd>
    </div>
  );
}

function Status({ connection: { testedAt, certificateEndsAt } }: { readonly connection: SsoConnection }) {
  const [test, remove] = [useTestConnection(), useRemoveConnection()];
  const disabledReason = useDisabledReason(saveOidcConnection);
  const error = test.error ?? remove.error;

  async function askRemove(): Promise<void> {
    const isSure = await confirm({
      title: "Disconnect the identity provider?",
      text: "Your colleagues can no longer log in with single sign-on. Those without a password have to reset it.",
      confirm: "Disconnect",
      tone: "danger",
    });
    if (isSure)
      remove.mutate({}, { onSuccess: () => showToast("Identity provider disconnected", "Single sign-on is off.") });
  }

  return (
    <>
      <Alert
        tone={testedAt === null ? "info" : "ok"}
        action={
          <span className={styles.actions}>
            <Button
              size="small"
              disabledReason={disabledReason}
              isBusy={test.isPending || test.isSuccess}
              onClick={() => test.mutate()}
            >
              Test connection
            </Button>
            <Button
              size="small"
              disabledReason={disabledReason}
              isBusy={remove.isPending}
              onClick={() => void askRemove()}
            >
              Disconnect
            </Button>
          </span>
        }
      >
        {testedAt === null ? (
          "Connected, not tested yet. Log in at your identity provider once to test it."
        ) : (
          <>
            Connected. Last tested <DateText at={testedAt} withTime />.
          </>
        )}
        {certificateEndsAt && (
          <>
            {" "}
            The certificate expires <DateText at={certificateEndsAt} />.
          </>
        )}
      </Alert>
      {error && <Alert tone="stop">{explain(error, MESSAGES.connection)}</Alert>}
    </>
  );
}

interface FormProps {
  readonly connection: SsoConnection | null;
  readonly onSaved: () => void;
}

/** An empty secret keeps the stored one. */
const OidcFields = z.extend(OidcDetails, { clientSecret: z.string().check(z.maxLength(500)) });
type OidcValues = z.input<typeof OidcFields>;

function OidcForm({ connection, onSaved }: FormProps) {
  const save = useSaveOidc();
  const stored = connection?.kind === "oidc" ? connection : null;
  return (
    <Form<OidcValues>
      schema={OidcFields}
      defaults={{
        issuer: stored?.issuer ?? "",
        clientId: stored?.clientId ?? "",
        clientSecret: "",
        defaultRole: connection?.defaultRole ?? "registered",
      }}
      submit={stored ? "Save connection" : "Connect"}
      loading={save.isPending}
      error={save.error}
      explainError={(error) => explain(error, MESSAGES.connection)}
      disabledReason={useDisabledReason(saveOidcConnection)}
      onSubmit={({ clientSecret, ...values }) =>
        save.mutate({ ...values, ...(clientSecret !== "" && { clientSecret }) }, { onSuccess: onSaved })
      }
    >
      <TextField
        name="issuer"
        label="Issuer"
        autoComplete="off"
        help="Such as https://example.okta.com or https://login.microsoftonline.com/your-tenant-id/v2.0."
        errorTexts={{ INVALID_FORMAT: "Enter a web address that begins with https://" }}
      />
      <TextField name="clientId" label="Client ID" autoComplete="off" />
      <TextField
        name="clientSecret"
        label="Client secret"
        autoComplete="off"
        {...(stored && { help: "Leave empty to keep the current one." })}
      />
      <SelectField name="defaultRole" label="Role of newcomers" options={ROLE_OPTIONS} help={ROLE_HELP} />
    </Form>
  );
}

type SamlValues = z.input<typeof SamlDetails>;

function SamlForm({ connection, onSaved }: FormProps) {
  const save = useSaveSaml();
  const stored = connection?.kind === "saml" ? connection : null;
  return (
    <Form<SamlValues>
      schema={SamlDetails}
      defaults={{
        issuer: stored?.issuer ?? "",
        ssoURL: stored?.ssoURL ?? "",
        certificate: stored?.certificate ?? "",
        defaultRole: connection?.defaultRole ?? "registered",
      }}
      submit={stored ? "Save connection" : "Connect"}
      loading={save.isPending}
      error={save.error}
      explainError={(error) => explain(error, MESSAGES.connection)}
      disabledReason={useDisabledReason(saveOidcConnection)}
      onSubmit={(values) => save.mutate(values, { onSuccess: onSaved })}
    >
      <TextField name="issuer" label="Entity ID of the provider" autoComplete="off" />
      <TextField
        name="ssoURL"
        label="Sign-in URL"
        autoComplete="off"
        errorTexts={{ INVALID_FORMAT: "Enter a web address that begins with https://" }}
      />
      <TextArea
        name="certificate"
        label="Signing certificate"
        rows={5}
        help="X.509 with an RSA key, in PEM. Set the provider to sign both the response and the assertion with SHA-256."
        errorTexts={{ INVALID_FORMAT: "This isn't a certificate with an RSA key" }}
      />
      <SelectField name="defaultRole" label="Role of newcomers" options={ROLE_OPTIONS} help={ROLE_HELP} />
    </Form>
  );
}
