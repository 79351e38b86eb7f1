import type { PortalLender } from "#features/borrower-portal/contract.ts";
import { phoneText } from "#platform/text/phone.ts";
import { useTexts } from "./language.ts";
import styles from "./BorrowerPortal.module.css";

interface WhoAsksProps {
  readonly lender: PortalLender;
}

export function WhoAsks({ lender }: WhoAsksProps) {
  const { pages } = useTexts();
  const { name, nmlsId, phone, logoURL, officerName, officerNmlsId, officerPhone, replyTo } = lender;
  return (
    <section className={styles.who} aria-label={pages.who.title}>
      {logoURL !== null && <img src={logoURL} alt="" className={styles.logo} />}
      <div className={styles.whoAsksWords}>
        <p className={styles.whoAsksName}>{name}</p>
        {officerName !== null && <p>{pages.who.officer(officerName)}</p>}
        {officerNmlsId !== null && <p>{pages.who.officerNmls(officerNmlsId)}</p>}
        {officerPhone !== null && (
          <p className={styles.whoAsksWays}>
            <a href={`tel:${officerPhone}`}>{phoneText(officerPhone)}</a>
          </p>
        )}
        {nmlsId !== null && (
          <p>
            {pages.who.nmls(nmlsId)} (
            <a href="https://www.nmlsconsumeraccess.org/" target="_blank" rel="noopener noreferrer">
              {pages.who.nmlsHelp}
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
        <p className={styles.careful}>{pages.who.notSure}</p>
      </div>
    </section>
  );
}
