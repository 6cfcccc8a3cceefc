/** Texts longer than this are shown as text of their own, below the JSON that holds them. */
const INLINE_TEXT_MAX = 200;

/** A long text of an example. */
interface LongText {
  /** Of the member that holds it; several may have one name. */
  readonly name: string;
  readonly text: string;
}

/** An example as JSON, and the long texts inside it in their order, to be shown below it. */
export function readableExample(value: unknown): { json: string; texts: readonly LongText[] } {
  const texts: LongText[] = [];
  const json = JSON.stringify(
    value,
    (key: string, member: unknown) => {
      if (typeof member !== 'string' || member.length <= INLINE_TEXT_MAX || !member.includes('\n'))
        return member;
      texts.push({ name: key, text: member });
      return `(the text shown below: ${member.split('\n').length} lines)`;
    },
    2,
  );
  return { json, texts };
}
