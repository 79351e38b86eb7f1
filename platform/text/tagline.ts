/** What the product is, in the three words beside its name. */
export const TAGLINE = "Intelligent Mortgage Tools";
