import { bodyOf } from '../mutants/reply.ts';
import { answering, mistaking, withQuery } from '../mutants/stateless/defects.ts';
import { honestPicker } from '../mutants/stateless/picker.ts';
import { honestResolver } from '../mutants/stateless/resolver.ts';
import type { Asked, Responder } from '../mutants/stateless/server.ts';

/** A resolver that reduces the limit to its cap, and reports the reduced limit. */
export function shortPages(most: number): Responder {
  return mistaking((asked) =>
    withQuery(asked, (query) => {
      const limit = Number(query.get('limit'));
      if (Number.isInteger(limit) && limit > most && limit <= 50) query.set('limit', String(most));
    }),
  )(honestResolver());
}

/** Adds a counter to every value, so that values differ in each response. */
export function counting(): Responder {
  let shown = 0;
  return answering((reply) =>
    Array.isArray(reply.body)
      ? { ...reply, body: reply.body.map((one: unknown) => ({ ...Object(one), shown: ++shown })) }
      : reply,
  )(honestPicker());
}

/** Adds a read counter to every descriptor, so that descriptors differ in each response. */
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

/** A resolver without the minimums that only this toolkit has. */
export function withoutMinimums(asked: Asked): Asked {
  const [offset, limit] = ['offset', 'limit'].map((name) => Number(asked.query.get(name) ?? 1));
  return withQuery(asked, (query) => {
    if (Number(offset) < 0) query.set('offset', '0');
    if (Number(limit) < 1) query.set('limit', '1');
  });
}
