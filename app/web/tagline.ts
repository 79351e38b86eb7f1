// Owns what the product calls itself in one line.
export const TAGLINE = "Intelligent Mortgage Tools";
