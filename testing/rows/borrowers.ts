import type * as contract from "#features/borrowers/contract.ts";
import { aBorrower } from "../lender.ts";
import { nothing, type RowsOf } from "./row.ts";

export const borrowers: RowsOf<typeof contract> = {
  createBorrower: { works: async () => aBorrower(), names: [] },
  listBorrowers: { works: nothing, names: [] },
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
  listOrganizationBorrowers: { works: nothing, names: [] },
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
