import * as z from "zod/mini";
import { Membership, NmlsId, OrganizationName } from "#features/directory/contract.ts";
import { call, file } from "#platform/contract/call.ts";
import { Id, Name, Phone, webAddress } from "#platform/contract/fields.ts";

export const PICTURE_TYPES = ["image/png", "image/jpeg"] as const;
/** Bytes of an uploaded picture. The page first reduces it to 256 px width, which also removes location data. */
export const PICTURE_MAX_BYTES = 2_000_000;

export const updateName = call({
  method: "PUT",
  path: "/account/name",
  summary: "Change your name",
  who: "signed-in",
  body: z.object({ firstName: Name, lastName: Name }),
  reply: null,
});

/** What a loan officer shows to borrowers beside their name. */
export const OfficerContact = z.object({ nmlsId: z.nullable(NmlsId), phone: z.nullable(Phone) });
export type OfficerContact = z.infer<typeof OfficerContact>;

export const readContact = call({
  method: "GET",
  path: "/account/contact",
  summary: "Read your NMLS ID and phone",
  who: "signed-in",
  reply: OfficerContact,
});

export const updateContact = call({
  method: "PUT",
  path: "/account/contact",
  summary: "Change your NMLS ID and phone",
  who: "signed-in",
  body: OfficerContact,
  reply: OfficerContact,
});

export const uploadPicture = call({
  method: "POST",
  path: "/account/picture",
  summary: "Upload your profile picture",
  who: "signed-in",
  upload: { mediaTypes: PICTURE_TYPES, maxBytes: PICTURE_MAX_BYTES },
  reply: z.object({ profilePicURL: z.string() }),
  limits: { perMinute: 20 },
});

const PictureURL = webAddress(500, { protocol: /^https$/, hostname: z.regexes.domain, normalize: true });

export const setPictureURL = call({
  method: "PUT",
  path: "/account/picture-url",
  summary: "Set your profile picture by address",
  who: "signed-in",
  body: z.object({ profilePicURL: z.nullable(PictureURL) }),
  reply: null,
});

export const readPicture = call({
  method: "GET",
  path: "/picture/{id}",
  summary: "Download a profile picture",
  who: "anyone",
  params: z.object({ id: Id }),
  reply: file(...PICTURE_TYPES),
  errors: ["RANGE_NOT_SATISFIABLE"],
});

export const createOrganization = call({
  method: "POST",
  path: "/account/organization",
  summary: "Create an organization",
  who: "signed-in",
  confirmed: true,
  body: z.object({ name: OrganizationName }),
  reply: Membership,
  status: 201,
  errors: ["LIMIT_REACHED"],
  limits: { perMinute: 20 },
});

export const exportOwnData = call({
  method: "GET",
  path: "/account/export",
  summary: "Export your data",
  who: "signed-in",
  reply: file("application/json"),
  errors: ["RANGE_NOT_SATISFIABLE"],
  limits: { perMinute: 10 },
});

export const eraseAccount = call({
  method: "POST",
  path: "/account/erase",
  summary: "Delete your account",
  who: "signed-in",
  reply: null,
  errors: ["REAUTHENTICATION_REQUIRED", "LAST_ADMIN", "BREAK_GLASS_REQUIRED", "BORROWERS_OPEN"],
});
