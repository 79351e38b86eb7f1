import { useMutation, useQuery } from "@tanstack/react-query";
import { MESSAGES } from "#features/organizations/messages.ts";
import { QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { Page, Section, PageCard } from "#platform/web/parts/Page.tsx";
import { organizationSettings, useRemoveLogo, useUploadLogo } from "./api.ts";
import { SettingsForm } from "./SettingsForm.tsx";
import { isSoloOfficer, useDisabledReason, useMembership } from "#features/auth/web/session/session.ts";
import { uploadLogo } from "#features/organizations/contract.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button, LinkButton } from "#platform/web/parts/Button.tsx";
import { FileButton, shrinkPicture } from "#platform/web/parts/FileButton.tsx";
import { ProgressBar } from "#platform/web/parts/ProgressBar.tsx";
import styles from "../../../platform/web/form/Field.module.css";

const LARGEST = 512;

interface LogoSettingsProps {
  readonly name: string;
  readonly url: string | null;
}

function LogoSettings({ name, url }: LogoSettingsProps) {
  const upload = useUploadLogo();
  const remove = useRemoveLogo();
  const disabledReason = useDisabledReason(uploadLogo);
  const choose = useMutation<void, Error, Blob>({
    mutationFn: async (file) =>
      void (await upload.mutateAsync({ file: await shrinkPicture(file, { largest: LARGEST }) })),
  });
  const error = choose.error ?? remove.error;
  return (
    <div className={styles.logo}>
      <p className={styles.about}>Shown to borrowers beside your name. A PNG with a clear background looks best.</p>
      {error && <Alert tone="stop">{explain(error, MESSAGES.logo)}</Alert>}
      <div className={styles.frame}>
        {url === null ? (
          <span className={styles.about}>No logo yet</span>
        ) : (
          <img src={url} alt={`Logo of ${name}`} width={240} height={80} />
        )}
      </div>
      <div className={styles.buttons}>
        <FileButton
          label="Logo file"
          accept="image/png,image/jpeg,image/webp"
          isBusy={choose.isPending}
          disabledReason={disabledReason}
          onChoose={([file]) => file && choose.mutate(file)}
        >
          Upload a logo
        </FileButton>
        {url !== null && (
          <Button isBusy={remove.isPending} disabledReason={disabledReason} onClick={() => remove.mutate({})}>
            Remove the logo
          </Button>
        )}
      </div>
      {choose.isPending && <ProgressBar label="Uploading the logo" value={null} />}
    </div>
  );
}

export function OrganizationPage() {
  const settings = useQuery(organizationSettings());
  const isSolo = isSoloOfficer(useMembership());
  return (
    <Page title="Organization" lead="What borrowers and colleagues see, and the policies for everyone.">
      <QueryBoundary query={settings} failed="We couldn't load the settings">
        {(data) => (
          <>
            <PageCard size="large">
              <SettingsForm key={data.id} settings={data} onStale={() => void settings.refetch()} />
            </PageCard>
            <Section title="Logo">
              <LogoSettings name={data.name} url={data.logoURL} />
            </Section>
            {isSolo && (
              <Section
                title="Colleagues"
                action={<LinkButton to="/account/settings/invite">Invite a colleague</LinkButton>}
              >
                <p>You work alone in {data.name}. With your first invitation, you become its admin.</p>
              </Section>
            )}
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}
