import type { ReactNode } from "react";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { useIsOnline } from "#platform/web/use-is-online.ts";
import { chooseLanguage, LANGUAGES, type Language, usePageLanguage, useTexts } from "./language.ts";
import styles from "./BorrowerPortal.module.css";

interface PortalFrameProps {
  /** Whose page it is, for its title. */
  readonly page?: "landing" | "donor";
  readonly children: ReactNode;
}

export function PortalFrame({ page = "landing", children }: PortalFrameProps) {
  const { pages } = useTexts();
  const isOnline = useIsOnline();
  return (
    <div className={styles.frame}>
      <LanguageChoice page={page} />
      {!isOnline && (
        <Alert tone="ask" title={pages.offline.title}>
          {pages.offline.text}
        </Alert>
      )}
      {children}
    </div>
  );
}

/** Each language by its own name. What was entered stays. */
function LanguageChoice({ page }: { readonly page: "landing" | "donor" }) {
  const { pages } = useTexts();
  const language = usePageLanguage(page);
  return (
    <div role="group" aria-label={pages.language} className={styles.languages}>
      {(Object.keys(LANGUAGES) as Language[]).map((one) => (
        <button key={one} type="button" lang={one} aria-pressed={one === language} onClick={() => chooseLanguage(one)}>
          {LANGUAGES[one]}
        </button>
      ))}
    </div>
  );
}
