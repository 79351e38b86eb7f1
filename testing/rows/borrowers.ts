import type * as contract from "#features/borrowers/contract.ts";
import { fullName } from "#features/borrowers/contract.ts";
import { aBorrower } from "../lender.ts";
import { nothing, type RowsOf } from "./row.ts";

export const borrowers: RowsOf<typeof contract> = {
  createBorrower: { works: async () => aBorrower(), names: [] },
  previewLoanFile: { works: async () => ({ content: "PE1FU1NBR0UvPg==" }), names: [] },
  listBorrowers: { works: nothing, names: [] },
  countBorrowers: { works: nothing, names: [] },
  findOwnBorrower: { works: async (stage) => ({ id: (await stage.borrower()).id }), names: ["id"] },
  updateBorrower: {
    works: async (stage) => {
      const { id, version } = await stage.borrower();
      return { ...aBorrower(), id, version };
    },
    names: ["id"],
  },
  changeBorrowerStatus: {
    works: async (stage) => ({ id: (await stage.borrower()).id, status: "invited" }),
    names: ["id"],
  },
  assignBorrower: {
    works: async (stage) => ({ id: (await stage.borrower()).id, userId: stage.person.userId }),
    names: ["id", "userId"],
  },
  assignBorrowers: {
    works: async (stage) => ({ ids: [(await stage.borrower()).id], userId: stage.person.userId }),
    names: ["ids", "userId"],
  },
  setLegalHold: {
    works: async (stage) => ({ id: (await stage.borrower()).id, isOn: true, reason: "Litigation" }),
    names: ["id"],
  },
  deleteBorrower: {
    works: async (stage) => {
      const borrower = await stage.borrower();
      return { id: borrower.id, name: fullName(borrower) };
    },
    names: ["id"],
  },
  listOrganizationBorrowers: { works: nothing, names: [] },
  countOrganizationBorrowers: { works: nothing, names: [] },
  findBorrower: {
    works: async (stage) => ({ id: (await stage.borrower({ email: stage.person.email })).id }),
    names: ["id"],
  },
  notifyLender: {
    works: async (stage) => ({ id: (await stage.borrower({ email: stage.person.email })).id }),
    names: ["id"],
  },
  updateLoan: {
    works: async (stage) => {
      const { id, version } = await stage.borrower();
      return { id, version, loan: { salesPrice: 41_000_000 } };
    },
    names: ["id"],
  },
};
