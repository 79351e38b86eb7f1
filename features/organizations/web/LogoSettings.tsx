// Owns choosing the organization's logo, and how it looks.
import { useMutation } from "@tanstack/react-query";
import { useBar } from "#features/identity/web/session/use-bar.ts";
import { uploadLogo } from "#features/organizations/contract.ts";
import { codeOf } from "#kit/web/http/api-error.ts";
import { explain } from "#kit/web/http/explain.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { FileButton } from "#kit/web/parts/FileButton.tsx";
import { ProgressBar } from "#kit/web/parts/ProgressBar.tsx";
import { shrinkPicture } from "#kit/web/shrink-picture.ts";
import { useRemoveLogo, useUploadLogo } from "./data.ts";
import styles from "./Organization.module.css";

const LARGEST = 512;

interface LogoSettingsProps {
  readonly name: string;
  readonly url: string | null;
}

export function LogoSettings({ name, url }: LogoSettingsProps) {
  const upload = useUploadLogo();
  const remove = useRemoveLogo();
  const bar = useBar(uploadLogo);
  const choose = useMutation<void, Error, Blob>({
    mutationFn: async (file) =>
      void (await upload.mutateAsync({ file: await shrinkPicture(file, { largest: LARGEST }) })),
  });
  const error = choose.error ?? remove.error;
  return (
    <div className={styles.logo}>
      <p className={styles.about}>Shown to borrowers beside your name. A PNG with a clear background looks best.</p>
      {error && <Alert tone="stop">{explainRefusal(error)}</Alert>}
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
          barred={bar}
          onChoose={(file) => choose.mutate(file)}
        >
          Upload a logo
        </FileButton>
        {url !== null && (
          <Button isBusy={remove.isPending} barred={bar} onClick={() => remove.mutate({})}>
            Remove the logo
          </Button>
        )}
      </div>
      {choose.isPending && <ProgressBar label="Uploading the logo" value={null} />}
    </div>
  );
}

function explainRefusal(error: Error): string {
  if (error.message === "NO_PICTURE" || codeOf(error) === "UNSUPPORTED_MEDIA_TYPE")
    return "This file is not a picture that can be shown. Choose a PNG or JPEG file.";
  return explain(error);
}
