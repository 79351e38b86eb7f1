import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useDisabledReason } from "#features/auth/web/session/session.ts";
import { createApiKey } from "#features/developers/contract.ts";
import { MESSAGES as KEY_MESSAGES } from "#features/developers/messages.ts";
import { useCreateApiKey } from "#features/developers/web/api.ts";
import { SecretDialog, type ShownSecret } from "#features/developers/web/SecretDialog.tsx";
import { groupChoices } from "#features/organizations/web/groups/api.ts";
import { ROLE_LABELS } from "#features/organizations/web/members/role-labels.ts";
import {
  MAPPED_ROLES,
  MappedRole,
  mapScimGroup,
  type ScimGroup,
  type SsoSettings,
} from "#features/single-sign-on/contract.ts";
import { MESSAGES } from "#features/single-sign-on/messages.ts";
import { confirm } from "#platform/web/confirm.ts";
import { Select } from "#platform/web/form/Select.tsx";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { PageCard, Section } from "#platform/web/parts/Page.tsx";
import { EmptyState } from "#platform/web/parts/QueryBoundary.tsx";
import { Row, RowList } from "#platform/web/parts/RowList.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { useMapScimGroup } from "./api.ts";
import { Address } from "./ConnectionSection.tsx";
import styles from "./SingleSignOn.module.css";

const KEY = { name: "Directory (SCIM)", scopes: ["scim" as const], addresses: [], expiresAt: null };

export function ProvisioningSection({ settings }: { readonly settings: SsoSettings }) {
  const { addresses, domains, scimGroups } = settings;
  const [shown, setShown] = useState<ShownSecret | null>(null);
  const create = useCreateApiKey();
  const roleReason = useDisabledReason(createApiKey);
  const hasDomain = domains.some(({ verifiedAt }) => verifiedAt !== null);
  return (
    <Section title="User provisioning">
      <PageCard size="medium">
        <p>
          Let your identity provider add your colleagues, and remove their access as soon as they leave. Set it up there
          with SCIM 2.0, this address and an API key as the bearer token.
        </p>
        <dl className={styles.addresses}>
          <Address name="SCIM base URL" text={addresses.scimURL} />
        </dl>
        {create.error && <Alert tone="stop">{explain(create.error, KEY_MESSAGES.apiKey)}</Alert>}
        <span className={styles.actions}>
          <Button
            disabledReason={roleReason ?? (hasDomain ? undefined : "Verify an email domain first.")}
            showsReason
            isBusy={create.isPending}
            onClick={() => create.mutate(KEY, { onSuccess: ({ secret }) => setShown({ name: KEY.name, secret }) })}
          >
            Create SCIM key
          </Button>
        </span>
      </PageCard>
      {scimGroups.length === 0 ? (
        <EmptyState title="No directory groups yet" below="medium">
          Groups that your identity provider sends are listed here. Choose what their members may do.
        </EmptyState>
      ) : (
        <RowList label="Directory groups">
          {scimGroups.map((group) => (
            <GroupRow key={group.id} group={group} />
          ))}
        </RowList>
      )}
      {shown && (
        <SecretDialog
          title={`API key of ${shown.name}`}
          what="key"
          secret={shown.secret}
          onClose={() => setShown(null)}
        />
      )}
    </Section>
  );
}

const NONE = "";
const ROLE_OPTIONS = [
  { value: NONE, label: "No role from this group" },
  ...MAPPED_ROLES.map((value) => ({ value, label: ROLE_LABELS[value].label })),
];

function GroupRow({ group: { id, displayName, memberCount, role, groupId } }: { readonly group: ScimGroup }) {
  const map = useMapScimGroup();
  const choices = useQuery(groupChoices());
  const isDisabled = useDisabledReason(mapScimGroup) !== undefined || map.isPending;
  const groupOptions = [
    { value: NONE, label: "No group" },
    ...(choices.data ?? []).map(({ id: value, name: label }) => ({ value, label })),
  ];

  function save(change: Partial<Pick<ScimGroup, "role" | "groupId">>): void {
    const onSuccess = () => showToast("Directory group saved", `Members of ${displayName} have their new access.`);
    map.mutate({ id, role, groupId, ...change }, { onSuccess });
  }

  async function chooseRole(value: string): Promise<void> {
    const chosen = MappedRole.safeParse(value).data ?? null;
    const isSure =
      chosen !== "admin" ||
      (await confirm({
        title: `Make members of ${displayName} admins?`,
        text: "Everyone in this group, now and later, can manage users and settings.",
        confirm: "Make admins",
      }));
    if (isSure) save({ role: chosen });
  }

  return (
    <Row
      title={displayName}
      about={
        <>
          <p>{memberCount === 1 ? "1 member" : `${memberCount} members`}</p>
          <div className={styles.choices}>
            <Select
              label={`Role of ${displayName}`}
              options={ROLE_OPTIONS}
              value={role ?? NONE}
              isDisabled={isDisabled}
              onChange={(value) => void chooseRole(value)}
            />
            <Select
              label={`Group of ${displayName}`}
              options={groupOptions}
              value={groupId ?? NONE}
              isDisabled={isDisabled}
              onChange={(value) => save({ groupId: value === NONE ? null : value })}
            />
          </div>
          {map.error && <Alert tone="stop">{explain(map.error, MESSAGES.mapping)}</Alert>}
        </>
      }
    />
  );
}
