import { useRouter } from "@tanstack/react-router";
import { useLayoutEffect } from "react";
import { currentConfig } from "#platform/web/config.ts";

export function useTitle(heading: string): void {
  const router = useRouter();
  useLayoutEffect(() => {
    const show = () => void (document.title = `${heading} | ${currentConfig().productName}`);
    show();
    // The route's title is set at each rendering of the page, possibly after this one.
    return router.subscribe("onRendered", show);
  }, [heading, router]);
}
