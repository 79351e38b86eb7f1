// Owns choosing one's own picture: a file, an address elsewhere, or the pattern again.
import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { codeOf } from "#kit/web/http/api-error.ts";
import { explain } from "#kit/web/http/explain.ts";
import { Alert } from "#kit/web/parts/Alert.tsx";
import { Button } from "#kit/web/parts/Button.tsx";
import { FileButton } from "#kit/web/parts/FileButton.tsx";
import { ProgressBar } from "#kit/web/parts/ProgressBar.tsx";
import { shrinkPicture } from "#kit/web/shrink-picture.ts";
import { useSetPictureURL, useUploadPicture } from "./data.ts";
import styles from "./Settings.module.css";

/** As sharp as the largest place where it is shown asks for. */
const PICTURE = { largest: 256, isSquare: true };

const PictureUrlDialog = lazy(() =>
  import("./PictureUrlDialog.tsx").then((file) => ({ default: file.PictureUrlDialog })),
);

interface PictureSettingsProps {
  readonly hasPicture: boolean;
}

export function PictureSettings({ hasPicture }: PictureSettingsProps) {
  const upload = useUploadPicture();
  const remove = useSetPictureURL();
  const [isAsking, setAsking] = useState(false);
  const choose = useMutation<void, Error, Blob>({
    mutationFn: async (file) => void (await upload.mutateAsync({ file: await shrinkPicture(file, PICTURE) })),
  });
  const error = choose.error ?? remove.error;
  return (
    <div className={styles.picture}>
      {error && <Alert tone="stop">{explainRefusal(error)}</Alert>}
      <div className={styles.buttons}>
        <FileButton
          label="Picture file"
          accept="image/png,image/jpeg,image/webp"
          isBusy={choose.isPending}
          onChoose={(file) => choose.mutate(file)}
        >
          Upload a picture
        </FileButton>
        <Button onClick={() => setAsking(true)}>Show one from the web</Button>
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

function explainRefusal(error: Error): string {
  if (error.message === "NO_PICTURE" || codeOf(error) === "UNSUPPORTED_MEDIA_TYPE")
    return "This file is not a picture that can be shown. Choose a PNG or JPEG file.";
  return explain(error);
}
