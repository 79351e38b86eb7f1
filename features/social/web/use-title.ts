// Owns the title of a page whose heading says how something went: the tab says the same.
import { useRouter } from "@tanstack/react-router";
import { useLayoutEffect } from "react";
import { currentConfig } from "#kit/web/config.ts";

export function useTitle(heading: string): void {
  const router = useRouter();
  useLayoutEffect(() => {
    const show = () => void (document.title = `${heading} | ${currentConfig().productName}`);
    show();
    // The map's title comes with each rendering of the page, and may come after this.
    return router.subscribe("onRendered", show);
  }, [heading, router]);
}
