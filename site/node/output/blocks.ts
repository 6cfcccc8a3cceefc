/** What not every article holds: the class that an element of it begins with, and the name of its styles. */
export const BLOCKS: readonly string[] = 'admonition cards code diagram recording table tabs term'.split(' ');
