/** A column of a list as text: on the page, copied, and in the CSV. */
export interface ListColumn<Item, Known> {
  readonly header: string;
  /** @param known what is not in the item, such as the time zone */
  readonly text: (item: Item, known: Known) => string;
}

/** The columns of a list by their names in the API, in order. */
export type ListColumns<Name extends string, Item, Known> = Readonly<Record<Name, ListColumn<Item, Known>>>;
