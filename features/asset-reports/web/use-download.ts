import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { downloadAssetReport, type DownloadFormat } from "#features/asset-reports/contract.ts";
import { downloadFile } from "#platform/web/http/download.ts";

/** `share` is 0 to 1, `null` while the length is not known. */
export function useDownload(borrowerId: string) {
  const [share, setShare] = useState<number | null>(null);
  const download = useMutation<string, Error, DownloadFormat>({
    mutationFn(format) {
      setShare(null);
      return downloadFile(
        downloadAssetReport,
        { id: borrowerId, format },
        { onProgress: ({ received, total }) => setShare(total ? received / total : null) },
      );
    },
  });
  return { ...download, share };
}
