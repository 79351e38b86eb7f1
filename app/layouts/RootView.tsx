// The root of every page: the routed content, and what may lie over it. What is rarely shown is loaded when it is.
import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { currentConfig } from "#kit/web/config.ts";
import { confirmStore } from "#kit/web/confirm.ts";
import { keepFocus } from "#kit/web/keep-focus.ts";
import { overlayStore } from "#kit/web/overlay.ts";
import { ToastArea } from "#kit/web/parts/ToastArea.tsx";
import { useStore } from "#kit/web/store.ts";

const Banner = lazy(() => import("#kit/web/parts/Banner.tsx").then((file) => ({ default: file.Banner })));
const ConfirmDialog = lazy(() =>
  import("#kit/web/parts/ConfirmDialog.tsx").then((file) => ({ default: file.ConfirmDialog })),
);
const LoadingOverlay = lazy(() =>
  import("#kit/web/parts/LoadingOverlay.tsx").then((file) => ({ default: file.LoadingOverlay })),
);

export function RootView() {
  const isCovered = useStore(overlayStore) !== null;
  const question = useStore(confirmStore);
  useEffect(keepFocus, []);
  return (
    <>
      <Outlet />
      <ToastArea />
      <Suspense>
        {isCovered && <LoadingOverlay />}
        {question && <ConfirmDialog request={question} />}
        {currentConfig().bannerEnabled && <Banner testId="example-banner">EXAMPLE BANNER</Banner>}
      </Suspense>
    </>
  );
}
