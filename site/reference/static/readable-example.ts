/** Texts longer than this are shown as text of their own, below the JSON that holds them. */
const INLINE_TEXT_MAX = 200;

/** An example as JSON, and the long texts inside it by the name of their member, to be shown below it. */
export function readableExample(value: unknown): { json: string; texts: ReadonlyMap<string, string> } {
  const texts = new Map<string, string>();
  const json = JSON.stringify(
    value,
    (key: string, member: unknown) => {
      if (typeof member !== 'string' || member.length <= INLINE_TEXT_MAX || !member.includes('\n'))
        return member;
      texts.set(key, member);
      return `(the text shown below: ${member.split('\n').length} lines)`;
    },
    2,
  );
  return { json, texts };
}
