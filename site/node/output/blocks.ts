/** Content that only some pages have: the class prefix of its elements, and the name of its styles. */
export const BLOCKS: readonly string[] =
  'admonition announcement badge call cards code diagram facts filter functions letters recording table tabs term version-banner'.split(
    ' ',
  );
