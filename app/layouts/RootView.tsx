// The root of every page: the routed content, and what may lie over it. What is rarely shown is loaded when it is.
import { Outlet, useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { currentConfig } from "#kit/web/config.ts";
import { confirmStore } from "#kit/web/confirm.ts";
import { keepFocus } from "#kit/web/keep-focus.ts";
import { overlayStore } from "#kit/web/overlay.ts";
import { paletteView } from "#kit/web/palette/palette-view.ts";
import { listenForShortcuts } from "#kit/web/palette/shortcut-keys.ts";
import { ToastArea } from "#kit/web/parts/ToastArea.tsx";
import { useStore } from "#kit/web/use-store.ts";
import { COMMAND_KEYS } from "../web/command-keys.ts";

const Banner = lazy(() => import("#kit/web/parts/Banner.tsx").then((file) => ({ default: file.Banner })));
const ConfirmDialog = lazy(() =>
  import("#kit/web/parts/ConfirmDialog.tsx").then((file) => ({ default: file.ConfirmDialog })),
);
const CommandCenter = lazy(() => import("./CommandCenter.tsx").then((file) => ({ default: file.CommandCenter })));
const LoadingOverlay = lazy(() =>
  import("#kit/web/parts/LoadingOverlay.tsx").then((file) => ({ default: file.LoadingOverlay })),
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
        (keys) => void import("../web/run-shortcut.ts").then((file) => file.runShortcut(keys, router)),
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
