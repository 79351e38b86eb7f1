// The least that React can be: the words at the top of the home page, drawn in the browser.
import { createElement } from "react";
import { createRoot } from "react-dom/client";

const container = document.getElementById("root");
if (container === null) throw new Error("index.html holds no #root");

createRoot(container).render(
  createElement(
    "main",
    null,
    createElement("p", null, "Intelligent Mortgage Tools"),
    createElement("h1", null, "Know what a borrower can close with, from one bank login."),
    createElement(
      "p",
      null,
      "Whether the money is real, theirs, old enough and enough: read from the bank under the rules of Fannie Mae, Freddie Mac and FHA, in a report you can put in the loan file.",
    ),
    createElement("a", { href: "/auth/register" }, "Register"),
    createElement("a", { href: "/auth/login" }, "Log In"),
  ),
);
