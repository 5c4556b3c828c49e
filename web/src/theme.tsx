// Light, dark, or as the system says; remembered where the browser allows it for a file.

import { useEffect, useState } from "preact/hooks";
import { strings } from "./strings";

const KEY = "gokan-theme";
type Theme = "auto" | "light" | "dark";

export function ThemeChoice() {
  const [theme, setTheme] = useState<Theme>(remembered);
  useEffect(() => {
    if (theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // A browser may keep nothing for a file; the choice then lasts as long as the page.
    }
  }, [theme]);
  return (
    <label class="small screen">
      <span class="unseen">{strings.colours}</span>
      <select value={theme} onChange={(event) => setTheme(event.currentTarget.value as Theme)}>
        <option value="auto">{strings.automatic}</option>
        <option value="light">{strings.light}</option>
        <option value="dark">{strings.dark}</option>
      </select>
    </label>
  );
}

function remembered(): Theme {
  try {
    const found = localStorage.getItem(KEY);
    return found === "light" || found === "dark" ? found : "auto";
  } catch {
    return "auto";
  }
}
