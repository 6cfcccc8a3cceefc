/** The mark of the site: one token broken in two halves that fit. Follows the color mode of the browser. */
export const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">
<style>.a{fill:#b4480d}.b{fill:#2b3a42}@media(prefers-color-scheme:dark){.a{fill:#ff9a4d}.b{fill:#dfe6ea}}</style>
<path class="a" d="M3 5a2 2 0 0 1 2-2h8l-3.5 5 3 3.5-3 3.5 2.5 6H5a2 2 0 0 1-2-2z"/>
<path class="b" d="M15.6 3H19a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-4.4l-2.4-5.8 3-3.7-3-3.3z"/>
</svg>
`;

/** The mark as a data URL; every page contains it, so only required characters are encoded. */
export const FAVICON_URL = `data:image/svg+xml,${FAVICON.replaceAll('\n', '')
  .replaceAll('"', "'")
  .replaceAll(/[ #<>{}]/g, encodeURIComponent)}`;
