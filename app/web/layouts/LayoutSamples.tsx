// Pieces of the layouts for the gallery: a side nav with every kind of link.
import { SideNav, type NavSection } from "./SideNavLayout.tsx";
import styles from "./LayoutSamples.module.css";

const SECTIONS: readonly NavSection[] = [
  {
    name: "SAMPLES",
    links: [
      { label: "This page", to: "/version" },
      { label: "Also on this page", to: "/nowhere", alsoOn: ["/vers"] },
      { label: "Something new", to: "/privacy-policy", isNew: true },
    ],
  },
  { name: "MORE SAMPLES", links: [{ label: "Terms", to: "/terms-and-conditions" }] },
];

export function LayoutSamples() {
  return (
    <div className={styles.sample}>
      <h3>Side nav</h3>
      <div className={styles.nav}>
        <SideNav sections={SECTIONS} isOpen />
      </div>
    </div>
  );
}
