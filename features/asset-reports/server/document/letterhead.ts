import { phoneText } from "#platform/text/phone.ts";
import type { Fonts } from "#platform/server/document/fonts.ts";
import { type Block, type Part, SHEET, TEXT_WIDTH } from "#platform/server/document/sheet.ts";
import { baseline, fitted, line, STYLE, wrap } from "#platform/server/document/typesetting.ts";
import type { DocumentInput } from "./schema.ts";

/** The key of the lender's logo among the files of the document. */
export const LOGO = "logo";

const LOGO_BOX = { width: 190, height: 44 } as const;
const LENDER_WIDTH = 270;
const OFFICER = { x: SHEET.left + 330, width: TEXT_WIDTH - 330 } as const;
const NAME = { ...STYLE.answer, size: 11, leading: 16 };
const FACT = STYLE.aside;
const MAX_ADDRESS_LINES = 4;

/** Over a rule: the lender at the left, the loan officer at the right. */
export function letterhead(fonts: Fonts, { evaluation: { printed }, logo }: DocumentInput): Block {
  const { lender, letterhead: head } = printed;
  const lenderFacts = [
    head?.nmlsId ? `NMLS ID ${head.nmlsId}` : "",
    ...(head?.address ?? "").split("\n").slice(0, MAX_ADDRESS_LINES),
    head?.phone ? phoneText(head.phone) : "",
  ];
  const officer = head?.officer;
  const officerFacts = officer
    ? [officer.nmlsId ? `NMLS ID ${officer.nmlsId}` : "", officer.phone ? phoneText(officer.phone) : "", officer.email]
    : [];
  const logoHeight = logo ? LOGO_BOX.height + 8 : 0;
  const left = column(fonts, { x: SHEET.left, y: logoHeight, width: LENDER_WIDTH }, lender, lenderFacts);
  const right = officer
    ? column(fonts, { ...OFFICER, y: 0 }, `${officer.name}, loan officer`, officerFacts)
    : { part: null, bottom: 0 };
  const bottom = Math.max(left.bottom, right.bottom) + 8;
  const picture: Part[] = logo
    ? [
        {
          tag: "Figure",
          marks: [],
          alt: `Logo of ${lender}`,
          picture: { file: LOGO, x: SHEET.left, y: 0, ...LOGO_BOX },
        },
      ]
    : [];
  return {
    form: "plain",
    height: bottom + 2,
    before: 0,
    needs: 0,
    parts: [...picture, left.part, ...(right.part ? [right.part] : [])],
    rules: [{ x: SHEET.left, y: bottom, width: TEXT_WIDTH, thickness: 1.2, ink: "text" }],
  };
}

function column(
  fonts: Fonts,
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
  name: string,
  facts: readonly string[],
): { part: Part; bottom: number } {
  const lines = facts.filter((fact) => fact.trim() !== "").flatMap((fact) => wrap(fonts, fact, FACT, width));
  const marks = [
    fitted(fonts, name, NAME, { x, y: y + baseline(NAME), width }),
    ...lines.map((text, row) => line(fonts, text, FACT, { x, y: y + NAME.leading + baseline(FACT, row) })),
  ];
  return { part: { tag: "P", marks }, bottom: y + NAME.leading + lines.length * FACT.leading };
}
