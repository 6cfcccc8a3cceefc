const NOT_IN_SLUG = /[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu;

/** The id GitHub gives a heading: lower case, punctuation dropped, spaces as hyphens. */
export function slugify(text: string): string {
  return text.trim().toLowerCase().replace(NOT_IN_SLUG, '').replaceAll(' ', '-');
}

/** Hands out ids that are unique on one page: the second `setup` becomes `setup-1`. */
export function createSlugger(): (text: string) => string {
  const taken = new Set<string>();
  return (text) => {
    const base = slugify(text);
    let id = base;
    for (let n = 1; taken.has(id); n += 1) id = `${base}-${n}`;
    taken.add(id);
    return id;
  };
}
