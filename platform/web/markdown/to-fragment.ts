import DOMPurify from "dompurify";

const ALLOWED_TAGS = [
  ...["h2", "h3", "h4", "h5", "h6", "p", "br", "hr", "blockquote", "pre", "code", "ul", "ol", "li"],
  ...["strong", "em", "del", "a", "img", "table", "thead", "tbody", "tr", "th", "td"],
];
/** No id, name, class or style: nothing that could stand in for a part of the page. */
const ALLOWED_ATTR = ["href", "title", "src", "alt", "align", "start"];
const ALLOWED_URI_REGEXP = /^(?:(?:https?|mailto|tel):|[/#])/i;

/** The others' values must be addresses. */
const ADD_URI_SAFE_ATTR = ["align", "start"];

/** The nodes belong to a document of their own, where nothing loads, until they are put into the page. */
export function toFragment(html: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS,
    ALLOWED_ATTR,
    ALLOWED_URI_REGEXP,
    ADD_URI_SAFE_ATTR,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const link of fragment.querySelectorAll("a")) openElsewhere(link);
  for (const picture of fragment.querySelectorAll("img")) keepQuiet(picture);
  return fragment;
}

/** A link that may not lead anywhere leaves its words. */
function openElsewhere(link: HTMLAnchorElement): void {
  if (!link.hasAttribute("href")) return link.replaceWith(...link.childNodes);
  link.setAttribute("target", "_blank");
  link.setAttribute("rel", "noopener noreferrer nofollow");
}

/** A picture that may not be loaded leaves its words. */
function keepQuiet(picture: HTMLImageElement): void {
  if (!picture.getAttribute("src")?.startsWith("https://")) return picture.replaceWith(picture.alt);
  picture.setAttribute("loading", "lazy");
  picture.setAttribute("decoding", "async");
  picture.setAttribute("referrerpolicy", "no-referrer");
}
