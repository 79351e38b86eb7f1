// Guards what could become code in the page, before anything else of it runs: imported first.
import { currentConfig, hasConfig } from "#platform/web/config.ts";
import { guardSinks } from "#platform/web/scripts/load-script.ts";
import { originsOf, runsProviderScript } from "../page-scripts.ts";

guardSinks({
  runsProviderScript,
  scriptsFrom: () => (hasConfig() ? originsOf(currentConfig().scripts).scripts : []),
});
