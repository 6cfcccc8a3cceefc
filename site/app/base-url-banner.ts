/**
 * Inlined in the home page only, which carries its base URL: if the shell does not arrive there, the base URL is
 * probably wrong.
 */
const root = document.documentElement;
const { baseUrl } = root.dataset;
const suggested = location.pathname.replace(/(?:index\.html)?$/, '').replace(/\/*$/, '/');

window.addEventListener('load', () => {
  if (root.dataset['shell'] !== undefined) return;
  const banner = document.createElement('div');
  banner.className = 'base-url-banner';
  banner.setAttribute('role', 'alert');
  banner.textContent =
    `Your site did not load properly. A wrong base URL is the usual reason: the configured base URL is ${baseUrl}; ` +
    `try ${suggested} instead.`;
  document.body.prepend(banner);
});
