import { Link } from "@tanstack/react-router";
import { useMutation, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { MESSAGES } from "#features/account/messages.ts";
import { ReauthenticateDialog } from "#features/auth/web/reauthentication/ReauthenticateDialog.tsx";
import { useUser } from "#features/auth/web/session/session.ts";
import { FormRow } from "#platform/web/form/Field.tsx";
import { Form } from "#platform/web/form/Form.tsx";
import { PhoneField, TextField } from "#platform/web/form/TextField.tsx";
import { QueryBoundary } from "#platform/web/parts/QueryBoundary.tsx";
import { showToast } from "#platform/web/parts/ToastArea.tsx";
import { Page, Section } from "#platform/web/parts/Page.tsx";
import { ProfilePicture } from "#platform/web/parts/ProfilePicture.tsx";
import { exportOwnData, OfficerContact } from "#features/account/contract.ts";
import { downloadFile } from "#platform/web/http/download.ts";
import { explain } from "#platform/web/http/explain.ts";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { Button } from "#platform/web/parts/Button.tsx";
import { ProgressBar } from "#platform/web/parts/ProgressBar.tsx";
import { confirm } from "#platform/web/confirm.ts";
import {
  ownContact,
  useEraseAccount,
  useReadsOpenPlan,
  useSetPictureURL,
  useUpdateContact,
  useUploadPicture,
} from "./api.ts";
import styles from "./Settings.module.css";
import { FileButton, shrinkPicture } from "#platform/web/parts/FileButton.tsx";

/** Sharp enough for the largest place where the picture is shown. */
const PICTURE = { largest: 256, isSquare: true };

const PictureUrlDialog = lazy(() =>
  import("./PictureUrlDialog.tsx").then((file) => ({ default: file.PictureUrlDialog })),
);

interface PictureSettingsProps {
  readonly hasPicture: boolean;
}

function PictureSettings({ hasPicture }: PictureSettingsProps) {
  const upload = useUploadPicture();
  const remove = useSetPictureURL();
  const [isAsking, setAsking] = useState(false);
  const choose = useMutation<void, Error, Blob>({
    mutationFn: async (file) => void (await upload.mutateAsync({ file: await shrinkPicture(file, PICTURE) })),
  });
  const error = choose.error ?? remove.error;
  return (
    <div className={styles.picture}>
      {error && <Alert tone="stop">{explain(error, MESSAGES.picture)}</Alert>}
      <div className={styles.buttons}>
        <FileButton
          label="Picture file"
          accept="image/png,image/jpeg,image/webp"
          isBusy={choose.isPending}
          onChoose={([file]) => file && choose.mutate(file)}
        >
          Upload a picture
        </FileButton>
        <Button onClick={() => setAsking(true)}>Use an image URL</Button>
        {hasPicture && (
          <Button isBusy={remove.isPending} onClick={() => remove.mutate({ profilePicURL: null })}>
            Remove the picture
          </Button>
        )}
      </div>
      {choose.isPending && <ProgressBar label="Uploading the picture" value={null} />}
      <Suspense>{isAsking && <PictureUrlDialog onClose={() => setAsking(false)} />}</Suspense>
    </div>
  );
}

function OfficerContactSettings() {
  const contact = useQuery(ownContact());
  const update = useUpdateContact();
  const save = (values: OfficerContact) =>
    update.mutate(values, {
      onSuccess: () =>
        showToast("Contact details saved", "Borrowers see them now.", { autohide: true, closeOnClick: true }),
    });
  return (
    <div className={styles.part}>
      <p className={styles.description}>Shown beside your name on the pages and in the emails of your borrowers.</p>
      <QueryBoundary query={contact} failed="We couldn't load your contact details">
        {(data) => (
          <Form<OfficerContact>
            schema={OfficerContact}
            defaults={data}
            submit="Save contact details"
            submitVariant="secondary"
            loading={update.isPending}
            error={update.error}
            onSubmit={save}
          >
            <FormRow>
              <TextField
                name="nmlsId"
                label="Your NMLS ID"
                autoComplete="off"
                inputMode="numeric"
                emptyAs={null}
                isOptional
                errorTexts={{ INVALID_FORMAT: "Enter 1 to 12 digits" }}
              />
              <PhoneField name="phone" label="Your phone" isOptional />
            </FormRow>
          </Form>
        )}
      </QueryBoundary>
    </div>
  );
}

const END_OF_PLAN =
  " If no one else in your organization can manage billing, its plan ends immediately. Past payments aren't refunded.";

function EraseAccount() {
  const erase = useEraseAccount();
  const hasOpenPlan = useReadsOpenPlan();

  async function eraseForGood(): Promise<void> {
    const isSure = await confirm({
      title: "Delete your account?",
      text: `Your profile, sessions and sign-in methods are deleted now. Loan files and the audit log stay with your organization, with a random ID in place of your name. This can't be undone.${(await hasOpenPlan()) ? END_OF_PLAN : ""}`,
      confirm: "Delete my account",
      tone: "danger",
    });
    if (isSure) erase.mutate({});
  }

  return (
    <div className={styles.part}>
      <p className={styles.description}>
        Deletes your profile and sign-in methods permanently. Borrowers, reports and the audit log stay with your
        organization, with a random ID in place of your name.
      </p>
      {erase.error && <Alert tone="stop">{explain(erase.error, MESSAGES.erase)}</Alert>}
      <div>
        <Button isBusy={erase.isPending} onClick={() => void eraseForGood()}>
          Delete your account
        </Button>
      </div>
    </div>
  );
}

export function ProfilePage() {
  const user = useUser();
  if (user === null) return null; // The browser is going to the sign-in page.
  return (
    <Page title="Profile">
      <div className={styles.person}>
        <ProfilePicture userId={user.id} url={user.profilePicURL} size={96} />
        <div className={styles.words}>
          <p className={styles.name}>
            {user.firstName} {user.lastName}
          </p>
          <p className={styles.address}>{user.email}</p>
          <Link to="/account/settings/name">Change your name</Link>
        </div>
      </div>
      <div className={styles.sections}>
        <Section title="Picture">
          <PictureSettings hasPicture={user.profilePicURL !== null} />
        </Section>
        <Section title="For your borrowers">
          <OfficerContactSettings />
        </Section>
        <Section title="Your data">
          <ExportData />
        </Section>
        <Section title="Delete your account">
          <EraseAccount />
        </Section>
      </div>
      <ReauthenticateDialog />
    </Page>
  );
}

function ExportData() {
  const save = useMutation({ mutationFn: () => downloadFile(exportOwnData, {}) });
  return (
    <div className={styles.part}>
      <p className={styles.description}>Download a copy of your profile, memberships, devices and activity.</p>
      <div>
        <Button isBusy={save.isPending} onClick={() => save.mutate()}>
          Download your data
        </Button>
      </div>
      {save.isPending && <ProgressBar label="Downloading your data" value={null} />}
      {save.error && <Alert tone="stop">{explain(save.error)}</Alert>}
      {save.isSuccess && <Alert tone="ok">Saved as {save.data}.</Alert>}
    </div>
  );
}
