/** What not every page holds: the class that an element of it begins with, and the name of its styles. */
export const BLOCKS: readonly string[] =
  'admonition announcement cards code diagram recording table tabs term version-banner'.split(' ');
