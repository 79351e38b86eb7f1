import { useState } from "react";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { enforceSso, type SsoSettings } from "#features/single-sign-on/contract.ts";
import { MESSAGES } from "#features/single-sign-on/messages.ts";
import { confirm } from "#platform/web/confirm.ts";
import { CheckboxGroup } from "#platform/web/form/ChoiceGroup.tsx";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { PageCard, Section } from "#platform/web/parts/Page.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { useEnforce } from "./api.ts";
import styles from "./SingleSignOn.module.css";

export function EnforcementSection({ settings }: { readonly settings: SsoSettings }) {
  const { connection, domains, isEnforced, admins } = settings;
  const [chosen, setChosen] = useState(() => admins.filter((one) => one.isBreakGlass).map(({ userId }) => userId));
  const enforce = useEnforce();
  const roleReason = useDisabledReason(enforceSso);
  const isReady = connection?.testedAt && domains.some(({ verifiedAt }) => verifiedAt !== null);
  const disabledReason =
    roleReason ??
    (isReady || isEnforced ? undefined : "Connect and test an identity provider and verify an email domain first.");

  async function require(): Promise<void> {
    const isSure =
      isEnforced ||
      (await confirm({
        title: "Require single sign-on?",
        text: "Everyone except the admins you chose has to log in again through your identity provider. People with emails outside your verified domains lose access.",
        confirm: "Require",
      }));
    if (!isSure) return;
    const onSuccess = () => showToast("Single sign-on is required", "Passwords no longer open your organization.");
    enforce.mutate({ isEnforced: true, breakGlassIds: chosen }, { onSuccess });
  }

  return (
    <Section title="Require single sign-on">
      <PageCard size="medium">
        <p>
          Members can log in only through your identity provider. Choose the admins who can still log in with their
          password, in case the provider is down.
        </p>
        <CheckboxGroup
          legend="Break-glass admins"
          options={admins.map(({ userId, name, email }) => ({ id: userId, name: `${name} (${email})` }))}
          chosen={chosen}
          onToggle={(id, isChosen) => setChosen(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id))}
        />
        {enforce.error && <Alert tone="stop">{explain(enforce.error, MESSAGES.enforcement)}</Alert>}
        <span className={styles.actions}>
          <Button
            variant="primary"
            disabledReason={disabledReason}
            showsReason
            isBusy={enforce.isPending}
            onClick={() => void require()}
          >
            {isEnforced ? "Save break-glass admins" : "Require single sign-on"}
          </Button>
          {isEnforced && (
            <Button
              disabledReason={roleReason}
              isBusy={enforce.isPending}
              onClick={() => enforce.mutate({ isEnforced: false, breakGlassIds: [] })}
            >
              Stop requiring it
            </Button>
          )}
        </span>
      </PageCard>
    </Section>
  );
}
