// The choice between light, dark and what the system says.
import { useStore } from "#platform/web/use-store.ts";
import { chooseTheme, THEMES, themeStore, type Theme } from "#platform/web/theme.ts";
import styles from "./ThemeChoice.module.css";

const NAMES: Record<Theme, string> = { system: "System", light: "Light", dark: "Dark" };

export function ThemeChoice() {
  const chosen = useStore(themeStore);

  return (
    <fieldset className={styles.choice}>
      <legend>Theme</legend>
      <div className={styles.options}>
        {THEMES.map((theme) => (
          <label key={theme}>
            <input
              type="radio"
              name="theme"
              className="visually-hidden"
              checked={theme === chosen}
              onChange={() => chooseTheme(theme)}
            />
            {NAMES[theme]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
