import type { MemberDetails } from "#features/organizations/contract.ts";
import { DateText } from "#platform/web/parts/DateText.tsx";
import { ProfilePicture } from "#platform/web/parts/ProfilePicture.tsx";
import styles from "./MemberFacts.module.css";
import { ROLE_LABELS } from "./role-labels.ts";

export function MemberFacts({ member }: { readonly member: MemberDetails }) {
  const { id, userId, firstName, lastName, email, role, profilePicURL, organization } = member;
  return (
    <div className={styles.top}>
      <ProfilePicture userId={userId ?? id} url={profilePicURL} size={32} />
      <div className={styles.words}>
        <h2 className={styles.name}>
          {firstName} {lastName}
        </h2>
        <p className={styles.about}>{email}</p>
        <p className={styles.about}>
          {ROLE_LABELS[role].label} of {organization.name},{" "}
          {member.status === "pending" ? (
            <>
              invited <DateText at={member.createdAt} />
              {member.expiresAt !== null && (
                <>
                  ; the link works until <DateText at={member.expiresAt} />
                </>
              )}
            </>
          ) : (
            <>
              since <DateText at={member.createdAt} />
              {member.hasSecondFactor ? "; with a second factor" : "; without a second factor"}
              {!member.emailConfirmed && "; address not confirmed"}
            </>
          )}
        </p>
      </div>
    </div>
  );
}
