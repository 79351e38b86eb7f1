import type { Context } from "#platform/server/context.ts";
import * as calls from "#features/account/contract.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import { createOrganization, readContact, updateContact, updateName } from "./account.ts";
import { eraseAccount } from "./erase-account.ts";
import { exportOwnData } from "./export-account.ts";
import { findPicture, setPictureURL, uploadPicture } from "./pictures.ts";

export function accountRoutes(ctx: Context): Route[] {
  return [
    route(calls.updateName, (person, names) => updateName(ctx, person, names)),
    route(calls.readContact, (person) => readContact(ctx, person)),
    route(calls.updateContact, (person, contact) => updateContact(ctx, person, contact)),
    route(calls.uploadPicture, (person, upload) => uploadPicture(ctx, person, upload)),
    route(calls.setPictureURL, (person, input) => setPictureURL(ctx, person, input)),
    route(calls.readPicture, (_visitor, { id }) => findPicture(ctx, id)),
    route(calls.createOrganization, (person, input) => createOrganization(ctx, person, input)),
    route(calls.exportOwnData, (person) => exportOwnData(ctx, person)),
    route(calls.eraseAccount, (person) => eraseAccount(ctx, person)),
  ];
}
