"use strict";
const byId = (id) => document.getElementById(id);
// The theme is the system's until the button is pressed.
const root = document.documentElement;
const system = () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
const isDark = () => (root.dataset.theme || system()) === "dark";
const showTheme = () => { byId("theme").textContent = isDark() ? "Light" : "Dark"; };
byId("theme").addEventListener("click", () => {
  root.dataset.theme = isDark() ? "light" : "dark";
  try { localStorage.setItem("theme", root.dataset.theme); } catch { /* not remembered */ }
  showTheme();
});
showTheme();
