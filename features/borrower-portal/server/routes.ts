import type { Context } from "#platform/server/context.ts";
import * as calls from "#features/borrower-portal/contract.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import { giveConsent, listConsents, recordConsent, takeBackConsent } from "./consent.ts";
import {
  askDonor,
  findGiftLetter,
  listGiftLetters,
  requestGiftLetter,
  resendGiftLetter,
  revokeGiftLetter,
  signGiftLetter,
  uploadDonorDocument,
} from "./gift-letters.ts";
import { copyVisitLink, listVisitLinks, requestVisitLink, sendVisitLink, textVisitLink } from "./links.ts";
import { askNeeds, changeNeed, requestDocument } from "./ask-needs.ts";
import { listNeeds } from "./needs.ts";
import { remindNow, setReminders } from "./reminders.ts";
import { listEmailTemplates, resetEmailTemplate, updateEmailTemplate } from "./email-templates.ts";
import { continueVisit, openVisit, previewVisit, sendVisitCode } from "./open-session.ts";
import { answerTask, findVisit, uploadVisitDocument } from "./session.ts";

export function borrowerPortalRoutes(ctx: Context): Route[] {
  return [
    route(calls.listVisitLinks, (actor, { id }) => listVisitLinks(ctx, actor, id)),
    route(calls.sendVisitLink, (actor, person) => sendVisitLink(ctx, actor, person)),
    route(calls.copyVisitLink, (actor, person) => copyVisitLink(ctx, actor, person)),
    route(calls.textVisitLink, (actor, person) => textVisitLink(ctx, actor, person)),
    route(calls.listNeeds, (actor, { borrowerId }) => listNeeds(ctx, actor, borrowerId)),
    route(calls.askNeeds, (actor, asked) => askNeeds(ctx, actor, asked)),
    route(calls.requestDocument, (actor, request) => requestDocument(ctx, actor, request)),
    route(calls.changeNeed, (actor, change) => changeNeed(ctx, actor, change)),
    route(calls.remindNow, (actor, person) => remindNow(ctx, actor, person)),
    route(calls.setReminders, (actor, asked) => setReminders(ctx, actor, asked)),
    route(calls.listEmailTemplates, (actor) => listEmailTemplates(ctx, actor)),
    route(calls.updateEmailTemplate, (actor, template) => updateEmailTemplate(ctx, actor, template)),
    route(calls.resetEmailTemplate, (actor, { kind }) => resetEmailTemplate(ctx, actor, kind)),
    route(calls.listConsents, (actor, { id }) => listConsents(ctx, actor, id)),
    route(calls.recordConsent, (actor, consent) => recordConsent(ctx, actor, consent)),
    route(calls.listGiftLetters, (actor, { id }) => listGiftLetters(ctx, actor, id)),
    route(calls.requestGiftLetter, (actor, asked) => requestGiftLetter(ctx, actor, asked)),
    route(calls.resendGiftLetter, (actor, letter) => resendGiftLetter(ctx, actor, letter)),
    route(calls.revokeGiftLetter, (actor, letter) => revokeGiftLetter(ctx, actor, letter)),
    route(calls.findGiftLetter, (visitor) => findGiftLetter(ctx, visitor)),
    route(calls.signGiftLetter, (visitor, signing) => signGiftLetter(ctx, visitor, signing)),
    route(calls.uploadDonorDocument, (visitor, upload) => uploadDonorDocument(ctx, visitor, upload)),
    route(calls.openVisit, (visitor, link) => openVisit(ctx, visitor, link)),
    route(calls.previewVisit, (visitor, link) => previewVisit(ctx, visitor, link)),
    route(calls.sendVisitCode, (visitor, asked) => sendVisitCode(ctx, visitor, asked)),
    route(calls.continueVisit, (visitor, asked) => continueVisit(ctx, visitor, asked)),
    route(calls.requestVisitLink, (_visitor, asked) => requestVisitLink(ctx, asked)),
    route(calls.findVisit, (session) => findVisit(ctx, session)),
    route(calls.giveConsent, async (session, consent) => {
      await giveConsent(ctx, session, consent);
      return findVisit(ctx, session);
    }),
    route(calls.answerTask, (session, answer) => answerTask(ctx, session, answer)),
    route(calls.askDonor, async (session, asked) => {
      await askDonor(ctx, session, asked);
      return findVisit(ctx, session);
    }),
    route(calls.uploadVisitDocument, (session, upload) => uploadVisitDocument(ctx, session, upload)),
    route(calls.takeBackConsent, async (session) => {
      await takeBackConsent(ctx, session);
      return findVisit(ctx, session);
    }),
  ];
}
