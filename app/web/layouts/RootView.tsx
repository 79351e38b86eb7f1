// The root of every page: the routed content, and what may lie over it. What is rarely shown is loaded when it is.
import { Outlet, useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { currentConfig } from "#platform/web/config.ts";
import { confirmStore } from "#platform/web/confirm.ts";
import { keepFocus } from "#platform/web/keep-focus.ts";
import { overlayStore } from "#platform/web/overlay.ts";
import { paletteView } from "#platform/web/palette/palette-view.ts";
import { listenForShortcuts } from "#platform/web/palette/shortcut-keys.ts";
import { ToastArea } from "#platform/web/parts/ToastArea.tsx";
import { useStore } from "#platform/web/use-store.ts";
import { COMMAND_KEYS } from "../command-keys.ts";

const Banner = lazy(() => import("#platform/web/parts/Banner.tsx").then((file) => ({ default: file.Banner })));
const ConfirmDialog = lazy(() =>
  import("#platform/web/parts/ConfirmDialog.tsx").then((file) => ({ default: file.ConfirmDialog })),
);
const CommandCenter = lazy(() => import("./CommandCenter.tsx").then((file) => ({ default: file.CommandCenter })));
const LoadingOverlay = lazy(() =>
  import("#platform/web/parts/LoadingOverlay.tsx").then((file) => ({ default: file.LoadingOverlay })),
);

export function RootView() {
  const router = useRouter();
  const isCovered = useStore(overlayStore) !== null;
  const question = useStore(confirmStore);
  const view = useStore(paletteView);
  useEffect(keepFocus, []);
  useEffect(
    () =>
      listenForShortcuts(
        Object.values(COMMAND_KEYS), // the palette's own work besides
        (keys) => void import("../commands.ts").then((file) => file.runShortcut(keys, router)),
      ),
    [router],
  );
  return (
    <>
      <Outlet />
      <ToastArea />
      <Suspense>
        {isCovered && <LoadingOverlay />}
        {view && <CommandCenter view={view} />}
        {question && <ConfirmDialog request={question} />}
        {currentConfig().bannerEnabled && <Banner testId="example-banner">EXAMPLE BANNER</Banner>}
      </Suspense>
    </>
  );
}
