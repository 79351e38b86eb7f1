// Shows the theme that was chosen in this browser before anything is painted. Small and blocking on purpose: modules come
// too late. platform/web/theme.ts owns the key and the names.
(function () {
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch (error) {
    // A browser that keeps nothing has no choice to show.
  }
})();
