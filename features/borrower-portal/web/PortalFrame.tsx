import type { ReactNode } from "react";
import { Alert } from "#platform/web/parts/Alert.tsx";
import { useIsOnline } from "#platform/web/use-is-online.ts";
import { chooseLanguage, LANGUAGES, type Language, usePageLanguage, useTexts } from "./language.ts";
import styles from "./BorrowerPortal.module.css";

interface PortalFrameProps {
  readonly children: ReactNode;
}

export function PortalFrame({ children }: PortalFrameProps) {
  const { pages } = useTexts();
  const isOnline = useIsOnline();
  return (
    <div className={styles.frame}>
      <LanguageChoice />
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
function LanguageChoice() {
  const { pages } = useTexts();
  const language = usePageLanguage();
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
