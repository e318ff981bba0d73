"use strict";
const byId = (id) => document.getElementById(id);

// Theme: the system's until the button is pressed.
const theme = byId("theme");
const system = matchMedia("(prefers-color-scheme: dark)");
const isDark = () => (document.documentElement.dataset.theme || (system.matches ? "dark" : "light")) === "dark";
const showTheme = () => {
  theme.textContent = isDark() ? "Light" : "Dark";
  theme.setAttribute("aria-label", `${theme.textContent} theme`);
};
theme.addEventListener("click", () => {
  document.documentElement.dataset.theme = isDark() ? "light" : "dark";
  try { localStorage.setItem("theme", document.documentElement.dataset.theme); } catch { /* not remembered */ }
  showTheme();
});
system.addEventListener("change", showTheme);
showTheme();
theme.hidden = false;

