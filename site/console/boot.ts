/** The data that the build writes into the document of the console. */
export interface ConsoleBoot {
  /** Where the documentation begins. */
  readonly baseUrl: string;
  /** Name of the site. */
  readonly title: string;
  /** The sample descriptor, as YAML text. */
  readonly sample: string;
}

/** Id of the element that holds it. */
export const BOOT_ID = 'console-boot';

/** Reads it. @throws Error in any other document */
export function readBoot(): ConsoleBoot {
  const text = document.getElementById(BOOT_ID)?.textContent;
  if (!text) throw new Error('This document is not that of the console: it has no boot data.');
  return JSON.parse(text);
}
