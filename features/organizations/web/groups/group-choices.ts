// Separate from the calls that change groups, which would add the calls for members and accounts to the bundle.
import { listGroupChoices } from "#features/organizations/contract.ts";
import { query } from "#platform/web/http/query.ts";

export const groupChoices = query(listGroupChoices);
