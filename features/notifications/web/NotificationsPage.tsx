import { useQuery } from "@tanstack/react-query";
import { useMembership, useUser } from "#features/auth/web/session/session.ts";
import {
  type Delivery,
  DIGEST_HOUR,
  NOTIFICATION_KINDS,
  NotificationPreferences,
} from "#features/notifications/contract.ts";
import { KIND_TEXTS } from "#features/notifications/labels.ts";
import { SelectField } from "#platform/web/form/ChoiceGroup.tsx";
import { Form } from "#platform/web/form/Form.tsx";
import { Page, PageCard } from "#platform/web/parts/Page.tsx";
import { QueryBoundary, Skeleton } from "#platform/web/parts/QueryBoundary.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { notificationPreferences, useUpdatePreferences } from "./api.ts";

const OPTIONS: readonly { readonly value: Delivery; readonly label: string }[] = [
  { value: "email", label: "Email right away" },
  { value: "daily", label: "Daily email" },
  { value: "product", label: "No email, only the bell" },
  { value: "off", label: "Off" },
];
const ALWAYS_SHOWN = OPTIONS.filter(({ value }) => value !== "off");

export function NotificationsPage() {
  const preferences = useQuery(notificationPreferences());
  const update = useUpdatePreferences();
  const organization = useMembership()?.organization.name;
  const hasSeveral = (useUser()?.memberships.length ?? 0) > 1;
  return (
    <Page
      title="Notifications"
      lead={`Everything that isn't off is listed under the bell. The daily email is sent at ${DIGEST_HOUR}:00 AM in your organization's time zone. Requests for review are always emailed right away.${hasSeveral && organization !== undefined ? ` These choices are for ${organization}.` : ""}`}
    >
      <PageCard size="medium">
        <QueryBoundary
          query={preferences}
          failed="We couldn't load your notification settings"
          skeleton={<Skeleton lines={9} />}
        >
          {(data) => (
            <Form<NotificationPreferences>
              schema={NotificationPreferences}
              defaults={data}
              submit="Save"
              loading={update.isPending}
              error={update.error}
              onSubmit={(values) =>
                update.mutate(values, {
                  onSuccess: () =>
                    showToast("Notification settings saved", "They apply from now on.", {
                      autohide: true,
                      closeOnClick: true,
                    }),
                })
              }
            >
              {NOTIFICATION_KINDS.filter((kind) => kind !== "reviewRequested").map((kind) => (
                <SelectField
                  key={kind}
                  name={kind}
                  label={KIND_TEXTS[kind].name}
                  options={kind === "mentioned" || kind === "consentWithdrawn" ? ALWAYS_SHOWN : OPTIONS}
                />
              ))}
            </Form>
          )}
        </QueryBoundary>
      </PageCard>
    </Page>
  );
}
