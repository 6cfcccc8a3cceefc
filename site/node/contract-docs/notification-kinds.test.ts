import { expect, it } from 'vitest';
import { schemaOf } from './catalog.ts';
import { renderDirective } from './directives.ts';
import { NOTIFICATION_KINDS } from './notification-kinds.ts';

it('the kinds of notifications are those that the contract lists', () => {
  const { schema } = schemaOf('notifications#NotificationKind');
  const listed = [...(schema.description ?? '').matchAll(/`(\w+)`/g)].map(([, kind]) => kind);
  expect(NOTIFICATION_KINDS.map(({ kind }) => kind)).toEqual(listed);
});

it('the kinds of notifications are shown in one table, and each in a note on its page', () => {
  const show = (words: string) => renderDirective(`::: contract notifications${words}`, '').markdown;
  expect(show('')).toContain(
    '| [`contractRestored`](/docs/p3_tech/p5_notifications/p5_4_types/contractRestored/) |',
  );
  expect(show(' accessRevoked')).toContain(':::note Not specified\n');
  expect(show(' accessRevoked')).toContain(
    'an empty list of identities completes, to the owners in the descriptor.',
  );
  expect(show(' questionAsked')).toContain('never sends it');
  expect(() => show(' nothing')).toThrow('there is no kind nothing');
});
