import { answering, mistaking, withQuery } from '../mutants/stateless/crimes.ts';
import { honestPicker } from '../mutants/stateless/picker.ts';
import { honestResolver } from '../mutants/stateless/resolver.ts';
import { bodyOf, type Responder } from '../mutants/stateless/server.ts';

/** Never gives more at a time: at most as many as are asked for. */
export function cappedAt(most: number): Responder {
  return answering((reply) =>
    Array.isArray(reply.body) ? { ...reply, body: reply.body.slice(0, most) } : reply,
  )(honestPicker());
}

/** A resolver that never gives more at a time than its cap, and says so. */
export function shortPages(most: number): Responder {
  return mistaking((asked) =>
    withQuery(asked, (query) => {
      const limit = Number(query.get('limit'));
      if (Number.isInteger(limit) && limit > most && limit <= 50) query.set('limit', String(most));
    }),
  )(honestResolver());
}

/** Tells how often each value was shown. */
export function counting(): Responder {
  let shown = 0;
  return answering((reply) =>
    Array.isArray(reply.body)
      ? { ...reply, body: reply.body.map((one: unknown) => ({ ...Object(one), shown: ++shown })) }
      : reply,
  )(honestPicker());
}

/** Writes into each descriptor when it was looked at. */
export function dated(): Responder {
  let looks = 0;
  return answering((reply) => {
    const { content } = bodyOf(reply);
    const told = Array.isArray(content)
      ? content.map((text) => `${String(text)}look: ${++looks}\n`)
      : content;
    return { ...reply, body: { ...bodyOf(reply), content: told } };
  })(honestResolver());
}
