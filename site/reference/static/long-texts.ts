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
    if (isLong(member)) texts.push({ name, text: member });
    return member;
  });
  return texts;
}

/** The example as JSON, with a reference in place of each long text. */
export function withoutLongTexts(value: unknown): string {
  const shorten = (_: string, member: unknown): unknown =>
    isLong(member) ? '<the YAML text below>' : member;
  return JSON.stringify(value, shorten, 2);
}

const isLong = (member: unknown): member is string =>
  typeof member === 'string' && member.length > INLINE_TEXT_MAX && member.includes('\n');
