import * as calls from "#features/account/contract.ts";
import { route, type Route } from "#platform/server/http/serve.ts";
import { createOrganization } from "./create-organization.ts";
import type { AccountDeps } from "./deps.ts";
import { eraseAccount } from "./erase-account.ts";
import { exportOwnData } from "./export-data.ts";
import { findPicture, setPictureURL, uploadPicture } from "./pictures.ts";
import { updateName } from "./update-name.ts";

export function accountRoutes(deps: AccountDeps): Route[] {
  return [
    route(calls.updateName, (person, names) => updateName(deps, person, names)),
    route(calls.uploadPicture, (person, upload) => uploadPicture(deps, person, upload)),
    route(calls.setPictureURL, (person, input) => setPictureURL(deps, person, input)),
    route(calls.readPicture, (_visitor, { id }) => findPicture(deps, id)),
    route(calls.createOrganization, (person, input) => createOrganization(deps, person, input)),
    route(calls.exportOwnData, (person) => exportOwnData(deps, person)),
    route(calls.eraseAccount, (person) => eraseAccount(deps, person)),
  ];
}
