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
    createElement("h1", null, "Know what your borrower can close with. One bank connection, one report."),
    createElement(
      "p",
      null,
      "Verify a borrower's assets in minutes. Keyturn checks balances, ownership, large deposits and reserves against Fannie Mae, Freddie Mac and FHA guidelines, and gives you a signed report for the loan file.",
    ),
    createElement("a", { href: "/auth/register" }, "Register"),
    createElement("a", { href: "/auth/login" }, "Log In"),
  ),
);
