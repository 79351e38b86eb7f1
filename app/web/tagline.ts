export const TAGLINE = "Intelligent Mortgage Tools";
