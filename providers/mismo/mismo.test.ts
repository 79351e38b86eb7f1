import { describe, expect, test } from "vitest";
import { at, textAt } from "#providers/statement-files/element.ts";
import { MISMO } from "./element-model.ts";
import { MismoFileError, readMismo } from "./read-xml.ts";
import { faultsOf } from "./test-validator.ts";
import { type MismoNode, mismoAmount, writeMismo } from "./write-xml.ts";

const SAMPLE: MismoNode = {
  DEAL_SETS: {
    DEAL_SET: {
      DEALS: {
        DEAL: {
          RELATIONSHIPS: {
            RELATIONSHIP: [
              {
                "@xlink:from": "ASSET_1",
                "@xlink:to": "BORROWER_1",
                "@xlink:arcrole": `${MISMO.arcrole}ASSET_IsAssociatedWith_ROLE`,
              },
            ],
          },
          PARTIES: {
            PARTY: [
              {
                ROLES: { ROLE: { "@xlink:label": "BORROWER_1", ROLE_DETAIL: { PartyRoleType: "Borrower" } } },
                INDIVIDUAL: { NAME: { LastName: "O'Neil & <Sons>", FirstName: "Ann" } },
              },
            ],
          },
          LOANS: {},
          ASSETS: {
            ASSET: [
              {
                "@xlink:label": "ASSET_1",
                ASSET_HOLDER: { NAME: { FullName: "First Platypus Bank" } },
                ASSET_DETAIL: {
                  AssetType: "GiftOfCash",
                  AssetCashOrMarketValueAmount: mismoAmount(1_825_037),
                  EXTENSION: {
                    OTHER: { "ULAD:ASSET_DETAIL_EXTENSION": { "ULAD:IncludedInAssetAccountIndicator": "false" } },
                  },
                  AssetAccountIdentifier: "4821",
                },
              },
            ],
          },
        },
      },
    },
  },
  ABOUT_VERSIONS: {
    ABOUT_VERSION: { AboutVersionIdentifier: "Keyturn 1", CreatedDatetime: "2026-11-23T15:04:05.000Z" },
  },
};
const XML = writeMismo(SAMPLE, "Report 1 -- a --> b");

describe("writing", () => {
  test("children come in the order of the model, empty containers are left out, and the file is valid", () => {
    expect(faultsOf(XML)).toEqual([]);
    expect(XML.indexOf("<ABOUT_VERSIONS>")).toBeLessThan(XML.indexOf("<DEAL_SETS>"));
    expect(XML).not.toContain("LOANS");
    expect(XML).toContain("<LastName>O'Neil &amp; &lt;Sons&gt;</LastName>");
    expect(XML).toContain("<AssetCashOrMarketValueAmount>18250.37</AssetCashOrMarketValueAmount>");
  });

  test("what XML cannot hold is left out, and a comment does not end early", () => {
    const xml = writeMismo(
      {
        DEAL_SETS: {
          DEAL_SET: {
            DEALS: { DEAL: { PARTIES: { PARTY: { INDIVIDUAL: { NAME: { FullName: "A\u0000B\ud800 " } } } } } },
          },
        },
      },
      "--->-",
    );
    expect(faultsOf(xml)).toEqual([]);
    expect(textAt(readMismo(Buffer.from(xml))[0], "PARTIES", "PARTY", "INDIVIDUAL", "NAME", "FullName")).toBe("A B");
  });

  test("an element or a value that the model does not have is an error of ours", () => {
    const deal = (DEAL: MismoNode) => ({ DEAL_SETS: { DEAL_SET: { DEALS: { DEAL } } } });
    expect(() => writeMismo(deal({ GIFTS: {} }), "")).toThrow("has no GIFTS");
    expect(() => writeMismo(deal({ ASSETS: { ASSET: { ASSET_DETAIL: { AssetType: "Gold" } } } }), "")).toThrow(
      "AssetType has no value Gold",
    );
  });

  test.each([
    [0, "0.00"],
    [7, "0.07"],
    [-1_250, "-12.50"],
    [9_007_199_254_740_991, "90071992547409.91"],
  ])("%d cents are %s", (cents, text) => {
    expect(mismoAmount(cents)).toBe(text);
  });
});

describe("the validator of these tests", () => {
  test.each([
    ["18250.37", "18,250.37", "wrong form"],
    ["18250.37", "18250.375", "wrong form"],
    ["GiftOfCash", "GiftOfGold", "no value GiftOfGold"],
    ["2026-11-23T15:04:05.000Z", "2026-11-23", "wrong form"],
    [">false<", ">no<", "wrong form"],
    ["First Platypus Bank", "B".repeat(151), "151 characters"],
    ["First Platypus Bank", "", "is empty"],
    ['xlink:to="BORROWER_1"', 'xlink:to="BORROWER_2"', "no label"],
    ['xlink:label="ASSET_1"', 'xlink:label="1"', "is no name"],
    ["ASSET_IsAssociatedWith_ROLE", "LIABILITY_IsAssociatedWith_ROLE", "does not fit"],
    [MISMO.version, "3.6.2", "another version"],
    [MISMO.namespace, "http://example.com", "starts with"],
    ["<MESSAGE", "<!DOCTYPE MESSAGE><MESSAGE", "document type"],
    ["<FirstName>Ann</FirstName>", "<Nickname>Ann</Nickname>", "no Nickname"],
    ["<AssetType>", "<AssetType>Stock</AssetType><AssetType>", "is repeated"],
    ["<ASSET_HOLDER>", "<ASSET_DETAIL/><ASSET_HOLDER>", "is repeated"],
    ["</ASSET>", "<ASSET_DETAIL><AssetType>Stock</AssetType></ASSET_DETAIL></ASSET>", "comes too late"],
  ])("finds %j changed to %j", (from, to, fault) => {
    expect(XML).toContain(from);
    expect(faultsOf(XML.replaceAll(from, to)).join("\n")).toContain(fault);
  });

  test("finds more than Desktop Underwriter reads", () => {
    const asset = /<ASSET xlink[^]*<\/ASSET>/.exec(XML)![0]; // the sample has one
    const many = XML.replace(
      asset,
      Array.from({ length: 51 }, (_, at) => asset.replace("ASSET_1", `ASSET_${at + 1}`)).join(""),
    );
    expect(faultsOf(many)).toEqual(["51 ASSET, more than 50"]);
  });
});

describe("reading", () => {
  const read = (text: string) => readMismo(Buffer.from(text));
  const faultIn = (content: string | Uint8Array) => {
    try {
      readMismo(Buffer.from(content));
    } catch (error) {
      if (error instanceof MismoFileError) return { code: error.code, line: error.line, found: error.found };
      throw error;
    }
    return undefined;
  };

  test("a deal is read with its extensions, whatever prefixes the file has chosen", () => {
    const prefixed = XML.replaceAll(/<(\/?)([A-Z][\w]*)(?=[\s>/])/gi, "<$1m:$2")
      .replace("xmlns=", "xmlns:m=")
      .replaceAll("ULAD:", "u:")
      .replace("xmlns:ULAD", "xmlns:u");
    for (const text of [XML, prefixed]) {
      const [deal] = read(text);
      const asset = at(deal, "ASSETS", "ASSET");
      expect(asset?.attributes["xlink:label"]).toBe("ASSET_1");
      expect(
        textAt(
          asset,
          "ASSET_DETAIL",
          "EXTENSION",
          "OTHER",
          "ULAD:ASSET_DETAIL_EXTENSION",
          "ULAD:IncludedInAssetAccountIndicator",
        ),
      ).toBe("false");
      expect(textAt(deal, "PARTIES", "PARTY", "INDIVIDUAL", "NAME", "LastName")).toBe("O'Neil & <Sons>");
    }
  });

  test("an element of another namespace stands for none of MISMO's", () => {
    const [deal] = read(
      XML.replace(
        "<FirstName>Ann</FirstName>",
        '<x:FirstName xmlns:x="urn:x">Eve</x:FirstName><FirstName>Ann</FirstName>',
      ),
    );
    expect(textAt(deal, "PARTIES", "PARTY", "INDIVIDUAL", "NAME", "FirstName")).toBe("Ann");
  });

  test.each<[string, string | Uint8Array, object]>([
    ["a document type", XML.replace("<MESSAGE", "<!DOCTYPE MESSAGE>\n<MESSAGE"), { code: "DOCTYPE" }],
    [
      "entities that grow",
      XML.replace("<MESSAGE", '<!DOCTYPE m [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><MESSAGE'),
      { code: "DOCTYPE" },
    ],
    [
      "a file of the server",
      XML.replace("<MESSAGE", '<!DOCTYPE m [<!ENTITY f SYSTEM "file:///etc/passwd">]><MESSAGE'),
      { code: "DOCTYPE" },
    ],
    ["an unknown entity", XML.replace("Ann", "&ann;"), { code: "BROKEN" }],
    [
      "another namespace",
      XML.replace(MISMO.namespace, "http://www.mismo.org/other"),
      { code: "NAMESPACE", found: "http://www.mismo.org/other" },
    ],
    ["no namespace", "<MESSAGE/>", { code: "NAMESPACE", found: "" }],
    ["another root", `<DEAL xmlns="${MISMO.namespace}"/>`, { code: "NAMESPACE", found: "DEAL" }],
    ["another version", XML.replace(MISMO.version, "3.6.2"), { code: "VERSION", found: "3.6.2" }],
    ["no deal", `<MESSAGE xmlns="${MISMO.namespace}"/>`, { code: "NO_LOAN" }],
    ["half a file", XML.slice(0, XML.length / 2), { code: "BROKEN" }],
    ["deep nesting", `<MESSAGE xmlns="${MISMO.namespace}">${"<A>".repeat(1000)}`, { code: "BROKEN" }],
    [
      "very many elements",
      `<MESSAGE xmlns="${MISMO.namespace}">${"<A/>".repeat(60_000)}</MESSAGE>`,
      { code: "TOO_LARGE" },
    ],
    [
      "very many attributes",
      XML.replace("<DEALS>", `<DEALS ${Array.from({ length: 51 }, (_, at) => `a${at}="1"`).join(" ")}>`),
      { code: "TOO_LARGE" },
    ],
    ["more than two megabytes", `<!--${" ".repeat(2_000_000)}-->${XML}`, { code: "TOO_LARGE" }],
    ["nothing", "", { code: "EMPTY" }],
    ["CSV", "Name,Email\nAnn,ann@example.net", { code: "FORMAT" }],
    ["a PDF", "%PDF-1.7", { code: "PDF" }],
    ["a workbook", "PK\u0003\u0004", { code: "WORKBOOK" }],
    ["bytes that are no text", new Uint8Array([60, 255, 254, 255]), { code: "ENCODING" }],
    ["control characters", XML.replace("Ann", "A\u0001n"), { code: "NOT_TEXT" }],
  ])("%s is refused", (_name, content, fault) => {
    expect(faultIn(content)).toMatchObject(fault);
  });
});
