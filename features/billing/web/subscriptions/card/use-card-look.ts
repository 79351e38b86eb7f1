import type { StripeElementStyle } from "@stripe/stripe-js";
import { useEffect, useState } from "react";
import { themeStore } from "#platform/web/theme.ts";

/** Follows the chosen theme and the system's theme. */
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
      fontSize: window.matchMedia("(pointer: fine)").matches ? "14px" : "16px", // like the fields around it
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

/** Converts a color to a format that the provider's script reads. It may not support OKLCH yet. */
function plainColour(cssColor: string): string {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const pen = canvas.getContext("2d");
  if (!pen) return cssColor;
  pen.fillStyle = cssColor;
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}
