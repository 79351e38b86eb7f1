// The API description's text: what the records of the calls do not say. CommonMark.
import type { ErrorCode } from "#platform/contract/errors.ts";
import type { calls, contracts } from "./calls.ts";

type CallName = keyof typeof calls;

export const API_DESCRIPTION = `
Asset reports for mortgage underwriting: borrowers, bank connections, reports, evidence, billing.

## Authentication
Software sends an API key as \`Authorization: Bearer KEY\`. An admin creates it under Admin, API Keys; it acts for the organization, within its scopes. Each operation names the scope it needs.

People log in with \`logIn\` and send the token the same way. Tokens are JSON Web Tokens; get a fresh one with \`refreshToken\` before \`exp\`. A person may belong to several organizations: \`x-membership-id\` names the membership to act under. Each operation lists the roles it admits.

Some replies set a cookie that proves later that the same browser comes back. A client that is not a browser has to store it and send it along, in particular between starting and finishing a social sign-in.

## Errors
Every refusal has the shape of \`Error\`. \`message\` is a code from a closed list: decide by it and by the status. With VALIDATION_ERROR, \`errors\` names each wrong field. Something that does not exist and something the caller may not see both answer 404.

## Lists
Lists of a growing length are sent one page at a time. Pass the id of the last row as \`after\` to get the next page. A page with fewer rows than \`limit\` is the last one. Where that row is no longer in the list, such as one that was deleted, the reply is 400 VALIDATION_ERROR with \`after\` among its \`errors\`: read the list again from its start.

## Idempotency
Operations with the header \`idempotency-key\` can be retried safely: the same request with the same key returns what the first one made.

## Concurrent changes
Objects that people edit carry a \`version\`. Send the one that was read; 409 STALE means that someone else saved first.

## Limits
401 ACCOUNT_LOCKED, 429 TOO_MANY_REQUESTS and 503 OVERLOADED carry \`Retry-After\`. JSON bodies are limited to 1 MB unless an operation says otherwise.

## Formats
Money is in integer cents of US dollars. Times are ISO 8601 in UTC, with up to six digits after the seconds; days are \`YYYY-MM-DD\`. Unknown fields in a reply must be ignored: a later version may add some.

## Webhooks
An organization's admins add endpoints, which are sent the events listed under \`webhooks\`. Each request is signed as [Standard Webhooks](https://www.standardwebhooks.com) 1.0.0 describes: verify the signature over the bytes of the body, and refuse a \`webhook-timestamp\` that is more than five minutes off. Events may arrive twice and in any order. A delivery that fails is tried again eight times within a day. An endpoint that fails for that long, or answers 410, is disabled, and its organization's admins are emailed.

## Consent
Before a borrower connects a bank, they agree to a text. \`findVisit\` returns it with its version in \`consentText\`, and \`giveConsent\` takes that version.
`.trim();

/** One tag per feature. */
export const TAGS: Readonly<Record<keyof typeof contracts, { readonly name: string; readonly description: string }>> = {
  auth: { name: "Sign-in", description: "Accounts, passwords, social sign-in, the second factor and devices." },
  account: { name: "Account", description: "A person's own name, picture, data and organizations." },
  organizations: { name: "Organization", description: "Settings, logo, audit log, members, invitations and groups." },
  developers: {
    name: "API keys and webhooks",
    description: "Keys with which other systems call this API, and endpoints to which it sends events.",
  },
  singleSignOn: {
    name: "Single sign-on",
    description: "The organization's identity provider, its email domains, and who must use it.",
  },
  posts: { name: "Posts", description: "News for the people of an organization and its borrowers." },
  borrowers: { name: "Borrowers", description: "Borrowers, their loan terms, status and assignment." },
  notifications: { name: "Notifications", description: "What a member is notified of, and how." },
  underwriting: { name: "Underwriting", description: "Evidence, documents, confirmations and waivers." },
  assetReports: {
    name: "Asset reports",
    description: "Bank connections; generating, reading, verifying and sharing reports.",
  },
  borrowerPortal: { name: "Borrower sessions", description: "What a borrower does through the emailed link." },
  billing: { name: "Billing", description: "Plans, checkout, cards, prices, line items and monthly statements." },
  site: { name: "Site", description: "Reports that browsers send about the site." },
};

export const OPERATIONS: Readonly<Record<CallName, string>> = {
  register:
    "Emails a confirmation link, unless the address was already invited with `invitationToken`. The new person gets an organization of their own, named after `company` or after the person, or joins the one that invited them.",
  confirmEmail: "Takes the token of the emailed link. The same token answers the same way again until it expires.",
  openConfirmLink:
    "In a browser other than the one that registered, every session ends and `passwordToken` is returned: set a new password with it through `resetPasswordComplete`.",
  resendConfirmation: "Earlier links stop working. For an address that is confirmed already, nothing is sent.",
  logIn:
    "Returns a token to send as `Authorization: Bearer`. With a second factor, repeat the request with `code` after 403 SECOND_FACTOR_REQUIRED. Failed attempts lock the account for a while: 401 ACCOUNT_LOCKED.",
  resetPasswordInitiate: "The reply is the same whether or not the address has an account.",
  resetPasswordComplete: "Ends every session of the account. Log in afterwards with the new password.",
  refreshToken:
    "The new token carries the person's current name, memberships and roles. A device ends 30 days after its login, however often it is refreshed.",
  logOut: "Tokens of this device are refused from the next request on.",
  reauthenticate:
    "Sensitive changes answer 409 REAUTHENTICATION_REQUIRED when the last confirmation is more than 30 minutes old. Use the returned token for them: older tokens of the device do not count as confirmed.",
  changePassword: "Ends every other session and returns a new token for this device.",
  listDevices: "Newest first. `isThis` marks the device that made the request.",
  endDevice: "Its tokens are refused from the next request on.",
  endAllDevices: "Ends every session, including this one.",
  readSignInMethods:
    "Whether you have a password and a second factor, how many recovery codes are left, and whether an organization requires a second factor.",
  beginSecondFactor:
    "Returns a new secret for an authenticator app. It takes effect when `confirmSecondFactor` receives a code made with it.",
  confirmSecondFactor:
    "Takes a code from the authenticator app. Returns the recovery codes, which are shown only once.",
  renewRecoveryCodes: "The earlier codes stop working. The new ones are shown only once.",
  disableSecondFactor: "Also ends its recovery codes.",
  listPasskeys: "The oldest first.",
  beginPasskey:
    "Returns what `navigator.credentials.create` takes, as WebAuthn's PublicKeyCredentialCreationOptionsJSON. The reply sets the browser cookie; send it with `createPasskey` within 5 minutes.",
  createPasskey:
    "Takes what the browser returned, with the cookie that `beginPasskey` set. At most 10 passkeys per person.",
  renamePasskey: "The name is yours alone, to tell your passkeys apart.",
  deletePasskey: "It no longer logs anyone in. Delete it on your device too.",
  requestPasskey:
    "Returns what `navigator.credentials.get` takes, as WebAuthn's PublicKeyCredentialRequestOptionsJSON. The reply sets the browser cookie; send it with the answer within 5 minutes.",
  logInWithPasskey:
    "Takes what the browser returned, with the cookie that `requestPasskey` set. A passkey counts as two factors, so no code is asked for.",
  reauthenticateWithPasskey: "The same as `reauthenticate`, for a person with a passkey.",
  startSocial:
    "Send the browser to `authorizeURL` and keep `state`. The reply sets the browser cookie; send it with the call that finishes the sign-in within 10 minutes.",
  twitterRequestToken:
    "Send the browser to `authorizeURL`. The reply sets the browser cookie; send it with `twitterAuth` within 10 minutes.",
  facebookAuth:
    "Takes the code and state that Facebook sent to the redirect address, with the browser cookie that `startSocial` set. Signs in, signs up, or connects the provider if the attempt began with `startConnection`. When the reply asks for an email address or a second factor, repeat the request with it.",
  githubAuth:
    "Takes the code and state that GitHub sent to the redirect address, with the browser cookie that `startSocial` set. Signs in, signs up, or connects the provider if the attempt began with `startConnection`. When the reply asks for an email address or a second factor, repeat the request with it.",
  googleAuth:
    "Takes the code and state that Google sent to the redirect address, with the browser cookie that `startSocial` set. Signs in, signs up, or connects the provider if the attempt began with `startConnection`. When the reply asks for an email address or a second factor, repeat the request with it.",
  twitterAuth:
    "Takes the verifier and token that Twitter sent to the redirect address, with the browser cookie that `twitterRequestToken` set. Signs in, signs up, or connects the provider if the attempt began with `startConnection`. When the reply asks for an email address or a second factor, repeat the request with it.",
  findSso:
    "Reveals nothing about accounts, only whether the domain of the address belongs to an organization with single sign-on.",
  startSso:
    "Send the browser to `authorizeURL` and keep `state`. The reply sets the browser cookie; send it with `finishSso` within 10 minutes.",
  finishSso:
    "Takes what the identity provider sent to the redirect address, with the browser cookie that `startSso` set. A person whose address is in a verified domain of the organization signs in and, if they are new, becomes a member. When the reply is 409 SECOND_FACTOR_DUE, repeat the request with `secondFactorCode`. A test returns a fresh token of the admin who started it.",
  readSso: "With the addresses that the identity provider asks for, and the TXT record of each domain.",
  saveOidcConnection:
    "Replaces the connection; test it again with `testSso`. Without `clientSecret` the stored one stays, as long as the issuer does. Requires a recent login.",
  saveSamlConnection:
    "Replaces the connection; test it again with `testSso`. The provider has to sign both the response and the assertion with the key of this certificate. Requires a recent login.",
  removeSsoConnection: "Not possible while single sign-on is required. Requires a recent login.",
  testSso: "Works like `startSso`; the call that finishes it must carry the token of the same admin.",
  addSsoDomain: "Returns the TXT record to publish. The domain counts once `verifySsoDomain` has found it.",
  verifySsoDomain: "Asks the DNS. A verified domain belongs to one organization.",
  removeSsoDomain:
    "Its addresses no longer sign in through the identity provider. Not possible for the last verified domain while single sign-on is required. Requires a recent login.",
  enforceSso:
    "From the next request on, sessions that did not begin at the identity provider are refused with 403 SSO_REQUIRED, except those of the named admins. Requires a tested connection, a verified domain and an admin with another way to sign in. Requires a recent login.",
  mapScimGroup:
    "Members of the group get the strongest role that their groups give, and join the named group, from now on and right away. `null` gives none. Groups come from the directory through SCIM. Requires a recent login.",
  listConnections: "The providers that can sign you in, with your name there.",
  startConnection: "Works like `startSocial`; the call that finishes it must carry your token and the browser cookie.",
  endConnection: "Refused with 409 LAST_WAY_IN when you could not sign in without it.",
  readContact: "What borrowers see beside your name.",
  updateContact: "Shown to borrowers beside your name, on their page and in emails. `null` shows nothing.",
  updateName:
    "Your colleagues see the new name right away. Existing tokens keep the old name until they are refreshed.",
  uploadPicture: "PNG or JPEG, at most 2 MB. Replaces the earlier picture.",
  setPictureURL: "An https address. `null` removes the picture and shows the generated one.",
  readPicture: "The random id is known only to those who may see the person.",
  createOrganization: "The caller becomes its admin. Refresh the token to see the new membership in it.",
  exportOwnData: "Everything stored about the caller, as a JSON file.",
  eraseAccount:
    "Cannot be undone. Audit records remain under a random id in place of the name. Refused while an organization would lose its last admin or you still own open borrowers.",
  readOrganizationSettings:
    "The settings of the active organization, also for a loan officer who is its only member, with the `version` to send back when updating.",
  updateOrganization:
    "Replaces all settings. Send the `version` that was read; 409 STALE means someone else saved first.",
  uploadLogo: "PNG or JPEG, at most 2 MB. Replaces the earlier logo.",
  removeLogo: "Reports and pages show the organization's name instead.",
  readLogo: "The random id is known only to those who were shown the logo.",
  listAudit: "Newest first, one page at a time. Pass the `seq` of the last row as `before` to get the next page.",
  exportAudit:
    "All matching events, newest first, as CSV or as JSON Lines: one event per line, with the fields of `listAudit`.",
  exportBorrower:
    "Everything stored about the borrower as one JSON file, with the contents of documents in base64. Tokens and hashes are left out.",
  findGovernancePacket:
    "What is automated, the rules with their sources and tests, and what people of the organization decided in the period, by the activity log. The period ends today at the latest and has at most 731 days.",
  downloadGovernancePacket:
    "The packet as PDF or JSON. The file carries an Ed25519 signature over a statement that has its SHA-256: JSON beside the packet, a PDF in a comment after its end.",
  findSigningKey: "The raw Ed25519 public key in base64. Report files and governance packets are signed with it.",
  verifyOwnAudit:
    "Checks the organization's hash chain from its first row. A changed row, a gap or a missing end is listed in `errors`. Store `head` elsewhere to prove later that nothing before it was rewritten.",
  listColleagues: "Everyone who can be assigned a borrower.",
  listMembers: "Newest first, one page at a time. Root sees every organization.",
  findMember: "Also reports a lockout and whether the person has a second factor.",
  inviteMember:
    "Emails a link that works for 7 days. The person gets the role and groups given here on accepting. The first invitation of a loan officer who is the only member makes that officer the admin.",
  updateMember:
    "Also changes an open invitation. The role `inactive` takes away every right. An organization keeps at least one admin.",
  removeMember: "Their account and everything they did remain.",
  requirePasswordChange:
    "The next sign-in is refused until the person sets a new password through an emailed link. Not possible for an admin of another organization.",
  unlockMember: "The person may try again once; another failure locks the account for longer.",
  resendInvitation: "Sends a new link; the earlier one stops working.",
  revokeInvitation: "Its link stops working.",
  readInvitation:
    "Takes the token of the emailed link and changes nothing. Use it to show who invites to what before the person signs in.",
  acceptInvitation:
    "The caller's confirmed email address must be the invited one. Refresh the token to see the new membership in it.",
  declineInvitation: "Takes the token of the emailed link. The link stops working.",
  listGroupChoices: "Names and colors of the active organization's groups, by name.",
  listGroups: "The groups of the active organization, by name.",
  createGroup: "Group names are unique within the organization, ignoring case.",
  updateGroup: "Replaces the group. Send the `version` that was read; 409 STALE means someone else saved first.",
  deleteGroup: "Its members, borrowers and posts remain, without the group.",
  listOwnPosts: "Newest first, one page at a time.",
  listPostFeed: "Published posts that the caller may read now, pinned ones first, at most 100.",
  findOwnPost: "Includes drafts and archived posts.",
  createOwnPost: "Published to the organization unless the body says otherwise. The body is Markdown.",
  updateOwnPost: "Replaces the post. With `version`, 409 STALE means someone else saved first.",
  deleteOwnPosts: "Deletes all of the given posts, or none if one of them is not found.",
  listPosts: "Newest first, one page at a time. Root sees every organization.",
  findPost: "Includes drafts and archived posts.",
  createPost: "Published to the organization unless the body says otherwise. The body is Markdown.",
  updatePost: "Replaces the post. With `version`, 409 STALE means someone else saved first.",
  deletePosts: "Deletes all of the given posts, or none if one of them is not found.",
  createBorrower: "The caller becomes the assignee. With `invite`, the borrower is emailed a secure link right away.",
  previewLoanFile:
    "Reads the borrowers and loan terms of a MISMO 3.4 or ULAD file, and says of each field that it could not read why. What the file lacks stays missing. Nothing is stored: create or update the borrower with what you keep.",
  listBorrowers:
    "Newest first unless sorted, one page at a time. Lists leave out notes; read the single borrower for them.",
  countBorrowers: "Up to 5,000 in all, and up to 1,000 in each list of the day.",
  findOwnBorrower: "An admin can read any borrower of the organization.",
  updateBorrower:
    "Replaces the borrower's details. Send the `version` that was read; 409 STALE means someone else saved first.",
  updateLoan: "Replaces the loan's terms. A ready report is evaluated again with them.",
  changeBorrowerStatus:
    "Refused with 409 INVALID_STATUS_TRANSITION when the facts do not allow it. Moving to `invited` emails the people on the loan.",
  assignBorrower: "Assigns a member, no one, or groups. A field that is left out stays as it is.",
  setLegalHold:
    "While a hold is on, nothing of the borrower is deleted, by people or by the retention policy. `reason` is stored in the audit log for good.",
  deleteBorrower:
    "Deletes the borrower with bank data, reports, documents, evidence, consents and links, and ends bank connections. Line items and audit events stay under the random id. A borrower with a report takes an admin, or the only member of the organization.",
  assignBorrowers:
    "Assigns a member, or no one, to all of the given borrowers, or changes none if one of them is not found.",
  countOrganizationBorrowers:
    "Up to 5,000 in all, and up to 1,000 in each list of the day. Root counts every organization's.",
  listOrganizationBorrowers: "Newest first unless sorted, one page at a time. Root sees every organization.",
  findBorrower:
    "Returns as much as the caller may see: the whole borrower for the lender, less for the borrower, and only the name for other people on the loan.",
  notifyLender:
    "Emails the assignee that there is something to look at. Repeated within 60 minutes it sends nothing, and `isNew` is false.",
  listEvidence: "A borrower's evidence, oldest first, and the documents that are not linked to any evidence.",
  addEvidence:
    "Documents the source of a deposit, a gift, an account or a person's access. With state `accepted` it is reviewed at once and the report is evaluated again.",
  changeEvidence:
    "Replaces the evidence and starts its review over. Send the `version` that was read; 409 STALE means someone else saved first.",
  reviewEvidence: "Accepts, rejects or reopens evidence. `rejected` requires a reason. The report is evaluated again.",
  uploadDocument:
    "PDF, JPEG or PNG, at most 10 MB, scanned for viruses and stored encrypted. Pass `evidenceId` to link it to evidence. 409 DUPLICATE_DOCUMENT names the document that is the same file.",
  listDocuments: "A borrower's documents, oldest first, linked to evidence or not.",
  downloadDocuments: "A ZIP archive of all documents of a borrower, in the order in which they were uploaded.",
  changeDocument:
    "Says what a document is, and links it to evidence or to none. Send the `version` that was read; 409 STALE means someone else saved first.",
  reviewDocument:
    "Accepts, rejects or reopens a document. `rejected` requires a reason, which the borrower sees; a rejected document counts for nothing.",
  readDocument: "The file as it was uploaded.",
  removeDocument: "Cannot be undone. Evidence that needed it may stop counting.",
  listDecisions: "A borrower's decisions, oldest first, including undone ones.",
  confirmFact:
    "Records what a reviewer confirms about an account, a bank line or a payee. Some kinds require a document. The report is evaluated again.",
  listOverlays: "The newest version first, with those that were never approved.",
  createOverlay:
    "Refused with VALIDATION_ERROR, field by field, if it contradicts itself, or with LOOSENS_GUIDE if it loosens a guide without a program name of the lender's own.",
  updateOverlay: "The person who changes a draft can't approve it.",
  proposeOverlay: "Refused with 409 SECOND_PERSON_MISSING while there is no other admin who could approve.",
  withdrawOverlay: "The draft can be changed and proposed again.",
  approveOverlay:
    "Evaluations made from `effectiveFrom` on use it. Stored evaluations stay as they are. Refused with 409 SECOND_PERSON_REQUIRED for anyone who wrote a part of it.",
  rejectOverlay: "It stays in the list with the reason.",
  endOverlay:
    "From today on, in the organization's time zone, no overlay is in force. One that is still to come never is, and the one in force stays. Stored evaluations stay as they are.",
  deleteOverlay: "Only drafts and rejected overlays. Refused with 409 STALE otherwise.",
  waiveFinding: "Applies to the given programs. Figures do not change, and the finding reopens when its facts change.",
  acceptDecision:
    "With the policy for a second person, a confirmation or a waiver counts from here on. Someone else must have made it. 409 STALE means that it was already accepted or undone.",
  listNotifications: "Newest first. About borrowers whom the caller may not see any more, there are none.",
  countUnreadNotifications: "For the number beside the bell.",
  markNotificationRead: "A second call changes nothing.",
  markAllNotificationsRead: "Those created after `until` stay unread.",
  readNotificationPreferences: "The caller's choices in the active organization.",
  updateNotificationPreferences:
    "Each choice is one of these: `email`: right away; `daily`: in one email at 7:00 in the organization's time zone; `product`: only in the product; `off`: not at all.",
  listReviews:
    "Evidence that is not reviewed, and decisions that wait for a second person, of all borrowers in reach; the oldest first.",
  listComments: "Oldest first, with the members who may be mentioned. Borrowers and auditors never see comments.",
  addComment:
    "The members in `mentions` must be able to see the borrower. They get an email, at most one an hour for each borrower.",
  changeComment: "Only the author may. Send the `version` that was read.",
  removeComment: "Only the author may.",
  undoDecision: "The report is evaluated again. The undone decision stays on record.",
  createLinkToken:
    "Opens Plaid Link for a borrower. Pass `itemId` to repair an existing connection. In a borrower's session, consent comes first: 409 CONSENT_REQUIRED. Where the organization uses Consumer Report, the first call for a person needs `identity`, which is passed on and not stored: 409 IDENTITY_REQUIRED. A later one corrects it.",
  disconnectBank:
    "Ends the connection at the bank-data provider. Reports made from it stay; a report in progress over it fails.",
  exchangePublicToken: "Takes the public token that Plaid Link returned.",
  generateAssetReport:
    "Starts a report and answers at once; follow it with `latestAssetReport` or the live socket. While a report is in progress, another call returns the same one. Pass the `price` that was shown to be refused with 409 STALE if it has changed.",
  previewStatementFiles:
    "Reads OFX, QFX, CSV and CAMT.053 files of a borrower's bank and adds them up to the cent: what each account would contain, what a person must add, and why a file is refused, with the line that has the error. Nothing is stored.",
  createStatementReport:
    "Makes a free report of files that the preview finds complete. The report says that it is from files, not from the bank, and is never enough until the bank's own statements for the same days are accepted as documents.",
  latestAssetReport: "Ready or not; `null` when none was ever generated.",
  removeWithheldBank:
    "Disconnects a bank whose transactions are withheld, because none of its accounts belongs to anyone on the loan, and deletes its data with the reports that contain it.",
  retrieveAssetReport: "The bank data with its newest evaluation: findings, verdicts and funds by program.",
  downloadAssetReport:
    "As PDF, JSON, CSV, MISMO 3.4 XML or in Freddie Mac's JSON form; `signature` is what was signed of those five, and `provider` the JSON as received from the bank-data provider, whose SHA-256 the report names. The JSON follows the schema at `/assets/schemas/asset-report-1.json`.",
  readExpirations:
    "All that runs out in a borrower's file by day: the data under each program, bank access, links, the free refresh. With the latest day on which one refresh serves the closing, and the refresh that is planned.",
  planRefresh:
    "Plans a refresh for a day in UTC, or moves the planned one. A day that `readExpirations` suggests moves with the closing day. 409 REFRESH_NOT_POSSIBLE: data of that day would not serve the closing. It is made only while consent, bank access and the spend cap allow it, and costs at most `price`.",
  cancelPlannedRefresh: "Without a planned refresh nothing changes.",
  listCalendarFeeds: "Which calendar addresses exist. The addresses themselves are never shown again.",
  createCalendarFeed:
    "Returns an address that calendar programs read without signing in; an earlier one stops working. `organization` needs an admin, and works while the admin who created it is one. Events have loan numbers and no names.",
  deleteCalendarFeed: "The address stops working at once.",
  compareAssetReports: "What changed since the report before; `null` when there is only one.",
  verifyReportFile:
    "Looks up what was signed for a file with this SHA-256; `null` when no such file was made here. `supersededAt` says that the report was evaluated again since. Someone without the file learns nothing.",
  plaidWebhook: "For Plaid only. The body is verified against its signature.",
  createAuditCopy:
    "Emails a link to the auditor. The link and passcode are returned only here; give the auditor the passcode yourself.",
  listAuditCopies: "What was shared of a borrower's reports and who opened it, newest first.",
  revokeAuditCopy: "Ends access at once. A copy that has already ended stays as it is.",
  createInvestorCopy:
    "Plaid makes a copy of the newest report that the investor reads by the returned token, and the report's next PDF and JSON name it. The report must be of Plaid's Assets; 409 NOT_SHAREABLE otherwise. Asked again, the same copy is returned.",
  listInvestorCopies: "The borrower's copies that investors can read, oldest first.",
  endInvestorCopy: "Stops sharing at once in Keyturn. Plaid revokes the token as soon as it responds.",
  openAuditCopy:
    "Takes the token of the link and the passcode. A wrong passcode answers 410 LINK_DEAD like any ended link; five of them close the copy.",
  downloadAuditCopy: "Takes the token of the link and the passcode, and returns the file as it was when shared.",
  listVisitLinks: "How far each person on the loan is: link emailed, opened, consent given, banks connected.",
  sendVisitLink:
    "Emails a person on the loan a new secure link that works for 14 days. Their earlier link stops working.",
  copyVisitLink:
    "Returns a link for you to pass on, once. It ends that person's earlier links that were not opened, and counts toward the daily limit.",
  textVisitLink:
    "Sends the link as a text message while you wait. 502 means that nothing was sent and earlier links still work.",
  listNeeds:
    "What each person on the loan needs to do or did: connect a bank, explain deposits, send documents. With when they were asked and reminded.",
  askNeeds:
    "Emails each person once what is needed from them. Without `needs`, asks for everything that is open. What was already asked is not asked again; 409 NEED_RESOLVED means that nothing is left to do about one of them.",
  requestDocument:
    "Puts a document on the needs list and emails the person. Sending the same `requestId` again changes nothing.",
  changeNeed: "Changes when it is due, and whether the lender needs it. Sends no email.",
  remindNow:
    "Emails the person what they were asked for and have not done. 409 REMINDED_RECENTLY within ten minutes of the last email to them.",
  setReminders: "For everyone on the loan. Reminders by hand still work.",
  listEmailTemplates:
    "Subject and introduction of the emails to borrowers, in the organization's words or, with `version: null`, in ours.",
  updateEmailTemplate:
    "Plain text. Placeholders: `{borrower first name}`, `{lender}` and `{officer}`. Addresses and markup are refused.",
  resetEmailTemplate: "Goes back to the product's words.",
  listConsents: "Who has given consent, how and when, and the ways in which you can record one.",
  recordConsent:
    "Records how a person gave consent to you: in person, on a signed form that was uploaded, or on one that you attest is in the file. A running consent stays as it is. An API key records it in the name of the admin who created the key.",
  listGiftLetters:
    "Letters that donors were asked to sign, oldest first, and the deposits of the newest report that one may be about.",
  requestGiftLetter:
    "Emails the donor a link of their own, which works for 14 days. Refused for a person on the loan, and for a donor whose gift can't count under the loan's programs.",
  resendGiftLetter: "Emails the donor a new link. The one before stops working at once.",
  revokeGiftLetter: "The donor's link stops working at once. A signed letter can't be revoked.",
  findGiftLetter:
    "Send the token of the donor's link as the bearer token. Reading changes nothing. After signing, it returns the letter as signed.",
  signGiftLetter:
    "Send the token of the donor's link as the bearer token. `text` is the letter as shown, with address and phone filled in; 409 STALE means that it has changed. A letter is signed once.",
  uploadDonorDocument:
    "Send the token of the donor's link as the bearer token. PDF, JPEG or PNG, at most 10 MB, scanned for viruses. Works after the letter is signed.",
  openVisit:
    "Exchanges the emailed token for a session of two hours. The link belongs to the browser that opens it first: the reply sets the browser cookie, and opening the link again requires it.",
  previewVisit: "Who sent the link, and whether this browser needs a code. Changes nothing.",
  sendVisitCode:
    "Emails or texts a six-digit code to the person whose link it is. It works once, for 10 minutes; a link sends five an hour.",
  continueVisit:
    "Opens a link that another browser opened first, and moves it to this one. Five wrong codes end the code.",
  requestVisitLink: "Emails a new link if the address is on that loan. The reply is always the same.",
  findVisit:
    "What the lender asks for, what was shared, and what remains to do. `consentText` is the text to agree to before connecting a bank.",
  giveConsent:
    "Agrees to the text in `findVisit`'s `consentText`. Send back its version and the figures shown; 409 STALE means they have changed.",
  answerTask: "In the borrower's own words, signed by typing their name.",
  askDonor:
    "Emails the person who gave the money a gift letter to sign, through a link of their own. The borrower can't sign it.",
  uploadVisitDocument:
    "PDF, JPEG or PNG, at most 10 MB, scanned for viruses. Pass `evidenceId` to attach it to an explanation.",
  takeBackConsent:
    "Ends the borrower's bank connections. Bank data already shared is stored for as long as the lender's retention setting says.",
  listPlans: "The plans that can be subscribed to, cheapest first.",
  subscribe:
    "Returns a client secret to confirm the card with Stripe. A visitor with a new address gets an account and a token; a signed-in caller subscribes the active organization.",
  findSubscription: "The active organization's subscription, and whether the caller may pay or cancel.",
  cancelSubscription: "It ends with the current period. One that was never paid for ends at once.",
  resumeSubscription: "Undoes a cancellation before the period ends.",
  previewPlanSwitch:
    "What the switch would charge now and later. Changes nothing. Pass the returned `prorationDate` to `switchPlan`.",
  switchPlan: "Takes effect at once. The unused part of the paid period is credited.",
  beginCardUpdate: "Returns a client secret to confirm the new card with Stripe. Then call `updateCard`.",
  updateCard:
    "Takes the confirmed setup intent. Any amount owed is charged at once; with `clientSecret`, the card holder must confirm that payment.",
  stripeWebhook: "For Stripe only. The body is verified against its signature.",
  listStatements:
    "Newest first unless sorted, one page at a time. Root sees every organization. Pass `lines=none` to leave out line items.",
  findStatement: "With all of its line items.",
  downloadStatement: "As PDF or CSV.",
  listNonBilledLineItems:
    "Charges and credits that are not on a statement yet, newest first, one page at a time. Root sees every organization.",
  findCurrentPeriod: "Its total, the spend cap, and whether our figures match the payment provider's.",
  findOwnBilling:
    "The current period, unbilled line items and statements of a person who is alone in their organization.",
  downloadOwnStatement: "As PDF or CSV.",
  findReportPrice: "What generating a report for the borrower would cost now.",
  reportPolicy: "Browsers send these reports by themselves.",

  readCaller: "Checks a key: its name, scopes, expiry and organization. Open to every API key.",
  listApiKeys: "The oldest first, without revoked ones. No secret can be read again.",
  listWebhookEndpoints: "Oldest first. Their secrets are not in it.",
  createWebhookEndpoint:
    "The reply shows `secret` this once. The URL must be https and on the public internet: VALIDATION_ERROR with NOT_HTTPS or PRIVATE_ADDRESS otherwise.",
  updateWebhookEndpoint:
    "What is already queued goes to the new URL. The secret stays. Send the `version` that was read; 409 STALE means someone else saved first.",
  rotateWebhookSecret:
    "The reply shows `secret` this once. For `overlapHours`, events carry a signature under each of the two secrets.",
  enableWebhookEndpoint: "Events that happened while it was disabled are not sent. Resend deliveries one by one.",
  disableWebhookEndpoint: "Cancels the deliveries that wait. An attempt in progress ends by itself.",
  deleteWebhookEndpoint: "Cannot be undone. What it was sent is deleted too.",
  sendTestEvent: "Sends `webhook.test`, whatever the endpoint subscribes to.",
  listWebhookDeliveries: "Newest first, from the last 30 days, with the body that was sent and the attempts made.",
  resendWebhookDelivery:
    "Makes an attempt at once, under the same `webhook-id`, and retries it like a new delivery. Refused with 409 ENDPOINT_DISABLED while the endpoint is disabled.",
  listEditions: "Newest first, with how many open borrowers were last evaluated under each.",
  listBackTests: "Newest first, the last of each edition and overlay.",
  readBackTest: "How far it is, and what it found so far.",
  startBackTest:
    "Evaluates stored reports again in the background and stores where the answers differ. It changes no evaluation. An organization runs one at a time.",
  cancelBackTest: "What was found until then stays. Does nothing to a test that has ended.",
  listBackTestChanges: "In the order in which they were found, the last first.",
  evaluateAgain:
    "Queues reports for a new evaluation under the current edition, loan terms, evidence and policy. Those that were evaluated since the test are left out. Evaluations before stay as they are.",
  createApiKey:
    "The reply is the only one that holds `secret`: send it as `Authorization: Bearer`. The key acts in the name of the admin who creates it, with no more than its scopes. Requires a recent login.",
  updateApiKey: "Changes apply from the next request on. Requires a recent login.",
  rotateApiKey:
    "Returns a new secret. The old one works for `overlapHours` more, so that systems can change over one by one; with 0 it ends at once. Requires a recent login.",
  revokeApiKey: "Requests with it are refused from the next one on. A revoked key cannot be restored.",
};

/** What each code means. */
export const ERRORS: Readonly<Record<ErrorCode, string>> = {
  VALIDATION_ERROR: "The input is wrong; `errors` names the fields",
  INVALID_SIGNATURE: "The signature of a webhook does not match its body",
  UNABLE_TO_DETERMINE_PLAN: "No such plan is offered",
  INVALID_JWT: "The token or API key is missing or malformed, or the token has expired",
  NO_USER: "The person of the token no longer exists",
  INVALID_API_KEY: "The API key is unknown, revoked or expired, or its organization has no admin",
  EMAIL_NOT_FOUND: "The email address or the password is wrong",
  INVALID_PASSWORD: "The password is wrong",
  PASSWORD_CHANGE_REQUIRED: "A new password must be set through an emailed link first",
  ACCOUNT_LOCKED: "Too many failed attempts; wait as `Retry-After` says, or reset the password",
  FORBIDDEN: "The caller's role does not allow this",
  HTTPS_REQUIRED: "The request came over plain HTTP",
  EMAIL_NOT_CONFIRMED: "The caller's email address must be confirmed first",
  SCOPE_MISSING: "The API key lacks the scope of this operation",
  ADDRESS_NOT_ALLOWED: "The API key may not be used from this network address",
  SECOND_FACTOR_REQUIRED: "A code of the second factor is needed as well",
  SECOND_FACTOR_WRONG: "The code of the second factor is wrong",
  SECOND_FACTOR_NOT_SET_UP: "The organization requires a second factor, and the caller has none",
  SSO_REQUIRED: "The organization requires single sign-on",
  FLAGGED_AS_SPAM: "The bot check failed",
  NOT_FOUND: "It does not exist, or the caller may not see it",
  METHOD_NOT_ALLOWED: "The address does not take this method",
  EMAIL_TAKEN: "The email address belongs to another account",
  EMAIL_REQUIRED: "The provider gave no confirmed email address; send one along",
  REAUTHENTICATION_REQUIRED: "Confirm your identity with `reauthenticate` first",
  SECOND_FACTOR_DUE: "The account has a second factor; send its code along",
  CODE_WRONG: "The code is wrong",
  NO_PASSWORD: "The account has no password",
  PASSKEY_REFUSED: "The passkey is unknown, or its answer is wrong, late or from another browser",
  SOCIAL_STATE_MISMATCH: "The attempt was not started by this browser, or has ended",
  SOCIAL_REFUSED: "The provider or the person refused",
  SSO_NOT_SET_UP: "No organization has set up single sign-on for this address",
  SSO_REFUSED:
    "The attempt was not started by this browser or has ended, or the identity provider's answer proves nothing",
  SSO_ADDRESS_REFUSED: "The identity provider named an address outside the organization's verified domains",
  SSO_NO_MEMBER: "The person was removed from the organization",
  SSO_NOT_TESTED: "The connection has not been tested since it was changed",
  SSO_ENFORCED: "Single sign-on is required; stop requiring it first",
  DOMAIN_TAKEN: "Another organization has verified the domain",
  DOMAIN_NOT_VERIFIED: "The TXT record was not found, or no domain is verified",
  BREAK_GLASS_REQUIRED: "At least one admin needs another way to sign in",
  ALREADY_CONNECTED: "The provider's account is already connected",
  LAST_WAY_IN: "Without it the person could not sign in",
  LAST_ADMIN: "The organization would be left without an admin",
  ALREADY_MEMBER: "The person is already a member",
  ALREADY_INVITED: "The person is already invited",
  INVITATION_FOR_ANOTHER: "The invitation is for another email address",
  NAME_TAKEN: "The name is already used",
  GROUP_IN_USE: "The group is still used",
  OWN_SECOND_FACTOR_MISSING: "Set up your own second factor before requiring one",
  BORROWERS_OPEN: "The person still owns open borrowers",
  INVALID_STATUS_TRANSITION: "The current status does not allow this",
  LOAN_NUMBER_TAKEN: "Another borrower has this loan number",
  LEGAL_HOLD: "A legal hold is on, so nothing may be deleted",
  HAS_REPORT: "The borrower has a report, so an admin has to delete it",
  IN_PERSON_OFF: "The organization's policy does not allow connecting in person",
  TEXT_MESSAGES_OFF: "No provider of text messages is configured",
  PHONE_REFUSED: "This phone number cannot receive text messages",
  NOT_SHAREABLE: "The report was made from statement files or as a consumer report, or its bank data was deleted",
  DATA_WITHHELD: "Transactions of a person who is not on the loan are withheld until a reviewer decides",
  NO_BANK_CONNECTION: "No bank is connected",
  BANK_LOGIN_REQUIRED: "The borrower must sign in at the bank again",
  REPORT_NOT_READY: "There is no ready report",
  REFRESH_NOT_POSSIBLE: "A refresh on that day would not serve the closing",
  REPORT_IN_PROGRESS: "A report is being generated",
  LOG_IN_TO_PAY: "The email address has an account; log in first",
  NOT_THE_PAYER: "The caller may not pay for the organization",
  ALREADY_SUBSCRIBED: "There is a subscription already",
  NO_SUBSCRIPTION: "There is no subscription",
  SAME_PLAN: "The subscription already has this plan",
  CARD_DECLINED: "The card was declined",
  PAYMENT_DUE: "An earlier payment is still owed",
  SPEND_CAP_REACHED: "The organization's spend cap would be exceeded",
  CONSENT_REQUIRED: "The borrower must give consent first",
  IDENTITY_REQUIRED: "The consumer reporting agency needs to know the person; send `identity`",
  BANKS_TO_RECONNECT: "Some banks were connected for another product; connect them again or disconnect them",
  DOCUMENT_REQUIRED: "A document is required",
  NOT_WAIVABLE: "The finding cannot be waived",
  OWN_EVIDENCE: "Someone else must review it",
  SECOND_PERSON_REQUIRED: "The organization asks for a second person, and the caller is the first",
  SECOND_PERSON_MISSING: "No one else in the organization could accept evidence",
  ALREADY_SIGNED: "It was signed before; a letter is signed once",
  STALE: "Someone else saved first, or what was shown has changed; read it again",
  IDEMPOTENCY_KEY_REUSED: "The idempotency key was used for another request",
  LIMIT_REACHED: "A limit on number or frequency is reached",
  ENDPOINT_DISABLED: "The webhook endpoint is disabled",
  BACK_TEST_RUNNING: "Another back-test of the organization is running",
  EDITION_NOT_TESTED:
    "The stored test report is not of the rules that run, or a rule lacks a source, an owner or a test",
  STORAGE_FULL: "No more files can be stored",
  DUPLICATE_DOCUMENT: "The borrower has the same file already; `existing` names it",
  NEED_RESOLVED: "Nothing is left to do about it, or no one was asked",
  REMINDED_RECENTLY: "An email to this person was sent a few minutes ago",
  VIRUS_FOUND: "The file contains a virus",
  PASSWORD_PROTECTED: "The PDF is encrypted",
  LINK_DEAD: "The link is wrong, was used, or has expired",
  PAYLOAD_TOO_LARGE: "The body is too large",
  UNSUPPORTED_MEDIA_TYPE: "The content type is not accepted",
  RANGE_NOT_SATISFIABLE: "The file has no such range",
  TOO_MANY_REQUESTS: "Too many requests; wait as `Retry-After` says",
  HEADERS_TOO_LARGE: "The headers are too large",
  INTERNAL_ERROR: "An unexpected error; it is logged",
  PROVIDER_UNAVAILABLE: "A provider does not answer or refuses",
  OVERLOADED: "The server is busy; wait as `Retry-After` says",
};

/** By the name of the parameter, or `call.parameter` where it means something else there. */
export const PARAMETERS: Readonly<Record<string, string>> = {
  after: "The id of the last row of the page before. One that is not in the list is refused",
  limit: "Rows of the page at most",
  search: "Only rows that contain this text",
  loanNumber: "Only the loan with exactly this number",
  sort: "The column to sort by; newest first when absent",
  direction: "Ascending or descending, for `sort`",
  columns: "Columns of the CSV, in this order, with commas between them; all of the list when absent",
  format: "The type of the file",
  borrowerId: "The borrower",
  sha256: "SHA-256 of the file's bytes, hexadecimal",
  token: "The token of the emailed link",
  name: "The name of the file",
  evidenceId: "The evidence to link the document to",
  needId: "The request that the document answers",
  kind: "What the document is",
  "listAudit.search": "Words that all occur in the person's name, the action, or the object's name or loan number",
  "exportAudit.actorId": "Only actions of this person",
  "exportAudit.objectId": "Only actions on this object, or on what belongs to this borrower",
  "exportAudit.action": "A noun such as `borrower`, or a whole action such as `borrower.status-changed`",
  "exportAudit.search": "Words that all occur in the person's name, the action, or the object's name or loan number",
  "exportAudit.from": "The earliest time, included",
  "exportAudit.to": "The latest time, included",
  "exportBorrower.id": "The borrower",
  "findGovernancePacket.from": "The first day of the period, UTC",
  "findGovernancePacket.to": "The last day of the period, UTC, included",
  "downloadGovernancePacket.from": "The first day of the period, UTC",
  "downloadGovernancePacket.to": "The last day of the period, UTC, included",
  "listBorrowers.status": "Only these statuses, with commas between them",
  "listBorrowers.work": "Only what is in these lists of the day, with commas between them",
  "listOrganizationBorrowers.status": "Only these statuses, with commas between them",
  "listOrganizationBorrowers.work": "Only what is in these lists of the day, with commas between them",
  "markNotificationRead.id": "The notification",
  "listAudit.before": "`seq` of the last row of the page before",
  "listAudit.actorId": "Only actions of this person",
  "listAudit.objectId": "Only actions on this object, or on what belongs to this borrower",
  "listAudit.action": "A noun such as `borrower`, or a whole action such as `borrower.status-changed`",
  "listAudit.from": "The earliest time, included",
  "listAudit.to": "The latest time, included",
  "listStatements.lines": "`none` leaves out line items",
  "updateApiKey.id": "The API key",
  "rotateApiKey.id": "The API key",
  "revokeApiKey.id": "The API key",
  "renamePasskey.id": "The passkey",
  "deletePasskey.id": "The passkey",
  "verifySsoDomain.id": "The domain",
  "removeSsoDomain.id": "The domain",
  "mapScimGroup.id": "The group of the directory",
  "readPicture.id": "The picture",
  "readLogo.id": "The logo",
  "findMember.id": "A membership, an invitation, or a person",
  "updateMember.id": "A membership, an invitation, or a person",
  "removeMember.id": "A membership or a person",
  "requirePasswordChange.id": "A membership or a person",
  "unlockMember.id": "A membership or a person",
  "resendInvitation.id": "The invitation",
  "revokeInvitation.id": "The invitation",
  "updateGroup.id": "The group",
  "deleteGroup.id": "The group",
  "findOwnPost.id": "The post",
  "updateOwnPost.id": "The post",
  "findPost.id": "The post",
  "updatePost.id": "The post",
  "findOwnBorrower.id": "The borrower",
  "updateBorrower.id": "The borrower",
  "updateLoan.id": "The borrower",
  "findBorrower.id": "The borrower",
  "notifyLender.id": "The borrower",
  "openVisit.id": "The borrower",
  "previewVisit.id": "The borrower",
  "sendVisitCode.id": "The borrower",
  "continueVisit.id": "The borrower",
  "requestVisitLink.id": "The borrower",
  "listVisitLinks.id": "The borrower",
  "listConsents.id": "The borrower",
  "listNeeds.borrowerId": "The borrower",
  "listGiftLetters.id": "The borrower",
  "latestAssetReport.id": "The borrower",
  "retrieveAssetReport.id": "The borrower",
  "downloadAssetReport.id": "The borrower",
  "readExpirations.id": "The borrower",
  "planRefresh.id": "The borrower",
  "cancelPlannedRefresh.id": "The borrower",
  "deleteCalendarFeed.kind": "The person's own calendar, or the organization's",
  "compareAssetReports.id": "The borrower",
  "findReportPrice.id": "The borrower",
  "changeEvidence.id": "The evidence",
  "changeComment.id": "The comment",
  "readDocument.id": "The document",
  "changeDocument.id": "The document",
  "updateWebhookEndpoint.id": "The endpoint",
  "rotateWebhookSecret.id": "The endpoint",
  "enableWebhookEndpoint.id": "The endpoint",
  "disableWebhookEndpoint.id": "The endpoint",
  "deleteWebhookEndpoint.id": "The endpoint",
  "sendTestEvent.id": "The endpoint",
  "listWebhookDeliveries.id": "The endpoint",
  "readBackTest.id": "The back-test",
  "listBackTestChanges.backTestId": "The back-test",
  "resendWebhookDelivery.id": "The delivery",
  "listWebhookDeliveries.status": "Only deliveries with this status",
  "listWebhookDeliveries.limit": "Deliveries at most",
  "updateOverlay.id": "The overlay",
  "proposeOverlay.id": "The overlay",
  "withdrawOverlay.id": "The overlay",
  "approveOverlay.id": "The overlay",
  "rejectOverlay.id": "The overlay",
  "endOverlay.id": "The overlay",
  "deleteOverlay.id": "The overlay",
  "findStatement.id": "The statement",
  "downloadStatement.id": "The statement",
  "downloadOwnStatement.id": "The statement",
};

export const SCHEMAS: Readonly<Record<string, string>> = {
  Id: "An opaque identifier",
  RowId: "An opaque identifier",
  Name: "A name: one line without control characters",
  Email: "An email address",
  Phone: "A phone number in E.164, such as `+15550102030`",
  Version: "Counts changes, from 1",
  Timestamp: "A time in UTC, ISO 8601",
  GivenTimestamp: "A time in UTC, ISO 8601, not before 1970",
  Day: "A calendar day, `YYYY-MM-DD`",
  Cents: "Integer cents",
  SignedCents: "Integer cents; negative amounts are credits or money out",
  Error: "A refusal",
  FieldError: "What is wrong with one field. `field` is its dotted path in the input; empty for the whole",
  Borrower: "A borrower with everything the lender may see",
  ListedBorrower: "A borrower as lists show it, without notes",
  BorrowerSelf: "A borrower as the borrower sees it",
  BorrowerName: "A borrower as other people on the loan see it",
  Loan: "Loan terms. A missing field is never guessed",
  AssetReport: "A report, from the request until it is ready or failed",
  ParsedReport: "The bank data of a report",
  Evaluation: "The result of the underwriting rules",
  Finding: "What a rule found, and how it can be cleared",
  Evidence: "What documents the source of money",
  Decision: "A confirmation or a waiver",
  SignedLetter: "What the borrower signed. It never changes",
  Exhibit: "A signed letter or a document, as a report's files name it",
  Review: "Evidence or a decision that waits for someone to accept it",
  FindingComment: "A colleague's remark on a finding",
  Statement: "A closed month. `amount` is the sum of its line items",
  LineItem: "One charge or credit. Never changed; a reversal is a line item of its own",
  Subscription: "An organization's subscription",
  OrganizationSettings: "What an organization has set for all its members",
  Membership: "A person's role in one organization",
  Token: "A token to send as `Authorization: Bearer`",
};

/** Calls that read or set the cookie by which a browser is known again. */
export const COOKIE_CALLS: readonly CallName[] = [
  "register",
  "logIn",
  "openConfirmLink",
  "reauthenticate",
  "changePassword",
  "beginPasskey",
  "createPasskey",
  "requestPasskey",
  "logInWithPasskey",
  "reauthenticateWithPasskey",
  "startSocial",
  "startConnection",
  "twitterRequestToken",
  "startSso",
  "finishSso",
  "facebookAuth",
  "githubAuth",
  "googleAuth",
  "twitterAuth",
  "openVisit",
  "previewVisit",
  "continueVisit",
  "subscribe",
];

/** The header of each signed call that carries the signature. */
export const SIGNATURES: Readonly<Partial<Record<CallName, string>>> = {
  plaidWebhook: "plaid-verification",
  stripeWebhook: "stripe-signature",
};
