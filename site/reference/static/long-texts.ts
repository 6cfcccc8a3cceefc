/** Texts longer than this are shown once more as they read, below the JSON that holds them. */
const INLINE_TEXT_MAX = 200;

/** A long text of an example. */
interface LongText {
  /** Of the member that holds it; several may have one name. */
  readonly name: string;
  readonly text: string;
}

/** The long texts of several lines inside an example, in their order. */
export function longTexts(value: unknown): readonly LongText[] {
  const texts: LongText[] = [];
  JSON.stringify(value, (name: string, member: unknown) => {
    if (typeof member === 'string' && member.length > INLINE_TEXT_MAX && member.includes('\n'))
      texts.push({ name, text: member });
    return member;
  });
  return texts;
}
