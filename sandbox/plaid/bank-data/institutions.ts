// The banks that Link offers; ids and names are those of Plaid's own sandbox.
export interface Institution {
  institutionId: string;
  name: string;
  /** What its accounts are called after. */
  brand: string;
  url: string;
  routingNumber: string;
}

const FIRST_PLATYPUS: Institution = {
  institutionId: "ins_109508",
  name: "First Platypus Bank",
  brand: "Platypus",
  url: "https://first-platypus.example.com",
  routingNumber: "011401533",
};

export const INSTITUTIONS: readonly Institution[] = [
  FIRST_PLATYPUS,
  {
    institutionId: "ins_109509",
    name: "First Gingham Credit Union",
    brand: "Gingham",
    url: "https://first-gingham.example.com",
    routingNumber: "021000021",
  },
  {
    institutionId: "ins_109510",
    name: "Tattersall Federal Credit Union",
    brand: "Tattersall",
    url: "https://tattersall.example.com",
    routingNumber: "026009593",
  },
  {
    institutionId: "ins_109511",
    name: "Tartan Bank",
    brand: "Tartan",
    url: "https://tartan.example.com",
    routingNumber: "121000358",
  },
  {
    institutionId: "ins_109512",
    name: "Houndstooth Bank",
    brand: "Houndstooth",
    url: "https://houndstooth.example.com",
    routingNumber: "111000025",
  },
];

export function findInstitution(institutionId: string): Institution | undefined {
  return INSTITUTIONS.find((institution) => institution.institutionId === institutionId);
}
