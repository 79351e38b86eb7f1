// The version page, with what only the layouts can add to its gallery.
import { lazy } from "react";
import { VersionPage } from "#features/site/web/VersionPage.tsx";

const LayoutSamples = lazy(() => import("./LayoutSamples.tsx").then((file) => ({ default: file.LayoutSamples })));

export function Version() {
  return <VersionPage layoutSamples={<LayoutSamples />} />;
}
