import type { PortalLender } from "#features/borrower-portal/contract.ts";
import { PAGES } from "#features/borrower-portal/labels.ts";
import { phoneText } from "#platform/text/phone.ts";
import styles from "./BorrowerPortal.module.css";

interface WhoAsksProps {
  readonly lender: PortalLender;
}

export function WhoAsks({ lender }: WhoAsksProps) {
  const { name, nmlsId, phone, logoURL, officerName, officerNmlsId, officerPhone, replyTo } = lender;
  return (
    <section className={styles.who} aria-label={PAGES.who.title}>
      {logoURL !== null && <img src={logoURL} alt="" className={styles.logo} />}
      <div className={styles.whoAsksWords}>
        <p className={styles.whoAsksName}>{name}</p>
        {officerName !== null && <p>{PAGES.who.officer(officerName)}</p>}
        {officerNmlsId !== null && <p>{PAGES.who.officerNmls(officerNmlsId)}</p>}
        {officerPhone !== null && (
          <p className={styles.whoAsksWays}>
            <a href={`tel:${officerPhone}`}>{phoneText(officerPhone)}</a>
          </p>
        )}
        {nmlsId !== null && (
          <p>
            {PAGES.who.nmls(nmlsId)} (
            <a href="https://www.nmlsconsumeraccess.org/" target="_blank" rel="noopener noreferrer">
              {PAGES.who.nmlsHelp}
            </a>
            )
          </p>
        )}
        {(phone !== null || replyTo !== null) && (
          <p className={styles.whoAsksWays}>
            {phone !== null && <a href={`tel:${phone}`}>{phoneText(phone)}</a>}
            {replyTo !== null && <a href={`mailto:${replyTo}`}>{replyTo}</a>}
          </p>
        )}
        <p className={styles.careful}>{PAGES.who.notSure}</p>
      </div>
    </section>
  );
}
