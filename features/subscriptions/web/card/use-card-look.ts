// Owns how the card field looks: the page's own colours, told to a frame that cannot read them, in both themes.
import type { StripeElementStyle } from "@stripe/stripe-js";
import { useEffect, useState } from "react";
import { themeStore } from "#kit/web/theme.ts";

/** Follows the theme that is chosen, and the system's. */
export function useCardLook(): StripeElementStyle {
  const [look, setLook] = useState(readLook);
  useEffect(() => {
    const follow = () => setLook(readLook());
    const stop = themeStore.subscribe(follow);
    const system = window.matchMedia("(prefers-color-scheme: dark)");
    system.addEventListener("change", follow);
    return () => {
      stop();
      system.removeEventListener("change", follow);
    };
  }, []);
  return look;
}

function readLook(): StripeElementStyle {
  const colours = colourReader();
  const ink = colours.read("--ink");
  const faint = colours.read("--ink-3");
  const stop = colours.read("--stop");
  colours.end();
  return {
    base: {
      color: ink,
      iconColor: faint,
      fontFamily: "ui-sans-serif, system-ui, sans-serif",
      fontSize: window.matchMedia("(pointer: fine)").matches ? "14px" : "16px", // as the fields around it
      "::placeholder": { color: faint },
      ":disabled": { color: faint },
    },
    invalid: { color: stop, iconColor: stop },
  };
}

function colourReader() {
  const probe = document.createElement("span");
  document.body.append(probe);
  return {
    read(token: string): string {
      probe.style.color = `var(${token})`;
      return plainColour(getComputedStyle(probe).color);
    },
    end: () => probe.remove(),
  };
}

/** As the provider's script reads colours, which may not know OKLCH yet. */
function plainColour(colour: string): string {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const pen = canvas.getContext("2d");
  if (!pen) return colour;
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}
