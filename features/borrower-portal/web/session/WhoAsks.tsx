import type { BorrowerSession } from "#features/borrower-portal/contract.ts";
import { PAGES } from "#features/borrower-portal/labels/pages.ts";
import { phoneText } from "#platform/web/format/phone.ts";
import styles from "./WhoAsks.module.css";

const TEXTS = PAGES.who;

interface WhoAsksProps {
  readonly lender: BorrowerSession["lender"];
}

export function WhoAsks({ lender: { name, nmlsId, phone, logoURL, officerName, replyTo } }: WhoAsksProps) {
  return (
    <section className={styles.who} aria-label={TEXTS.title}>
      {logoURL !== null && <img src={logoURL} alt="" className={styles.logo} />}
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        {officerName !== null && <p>{TEXTS.officer(officerName)}</p>}
        {nmlsId !== null && (
          <p>
            {TEXTS.nmls(nmlsId)} (
            <a href="https://www.nmlsconsumeraccess.org/" target="_blank" rel="noopener noreferrer">
              {TEXTS.nmlsHelp}
            </a>
            )
          </p>
        )}
        {(phone !== null || replyTo !== null) && (
          <p className={styles.ways}>
            {phone !== null && <a href={`tel:${phone}`}>{phoneText(phone)}</a>}
            {replyTo !== null && <a href={`mailto:${replyTo}`}>{replyTo}</a>}
          </p>
        )}
        <p className={styles.careful}>{TEXTS.notSure}</p>
      </div>
    </section>
  );
}
