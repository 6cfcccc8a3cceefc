/** Variables with the path of a Chromium, the first one wins. */
export const CHROMIUM_VARIABLES = ['TESSERA_CHROMIUM', 'CHROME_PATH'] as const;

/** Programs that are a Chromium. The headless shell is the fastest. */
export const CHROMIUM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
] as const;
