import { createHash } from 'node:crypto';
import type { Context } from '../../context.ts';
import type { ModelMessage } from '../models/model-client.ts';

/** Maximum number of messages in a conversation; older ones are removed. */
const REMEMBERED = 20;

/** Maximum length of a stored message, in characters. */
const LONGEST = 8_000;

/** The latest messages of a conversation, the oldest first. */
export async function readConversation({ db }: Context, sessionId: string): Promise<ModelMessage[]> {
  const rows = await db
    .selectFrom('conversation_message')
    .select(['role', 'content'])
    .where('session', '=', hash(sessionId))
    .orderBy('id', 'desc')
    .limit(REMEMBERED)
    .execute();
  return rows.reverse();
}

/** Adds a question and its answer to a conversation, and removes its oldest messages. */
export async function saveTurn(
  { db, clock }: Context,
  sessionId: string,
  question: string,
  answer: string,
): Promise<void> {
  const session = hash(sessionId);
  const about = { session, at: clock.now() };
  await db
    .insertInto('conversation_message')
    .values([
      { ...about, role: 'user', content: question.slice(0, LONGEST) },
      { ...about, role: 'assistant', content: storable(answer).slice(0, LONGEST) },
    ])
    .execute();
  await db
    .deleteFrom('conversation_message')
    .where('session', '=', session)
    .where('id', 'not in', (latest) =>
      latest
        .selectFrom('conversation_message')
        .select('id')
        .where('session', '=', session)
        .orderBy('id', 'desc')
        .limit(REMEMBERED),
    )
    .execute();
}

/** PostgreSQL allows no NUL in texts, and agents may return any text. */
function storable(text: string): string {
  return text.replaceAll('\0', '');
}

/** Callers choose ids of any length. */
function hash(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('hex');
}
