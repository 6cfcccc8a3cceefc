import { descriptors } from '@tessera/contracts/fixtures/descriptors';
import { describe, expect, it } from 'vitest';
import { Adapter, access, messagesOf, request } from '../../testing/adapter.ts';

describe('setting access', () => {
  const grants = ({ info }: { info: { aclInfo: { identity: string; locked: boolean }[] } }) =>
    info.aclInfo.filter(({ locked }) => !locked).map(({ identity }) => identity);

  it('replaces the whole list, and leaves the owner alone', async () => {
    const adapter = new Adapter();
    await adapter.finish('provision', request());
    const first = await adapter.finish('updateacl', access(['user:a', 'group:b']));
    expect(first.info.aclInfo).toEqual([
      { identity: 'user:jane.doe_example.com', locked: true },
      { identity: 'user:a', locked: false },
      { identity: 'group:b', locked: false },
    ]);
    const second = await adapter.finish('updateacl', access(['group:b', 'user:c']));
    expect(grants(second)).toEqual(['group:b', 'user:c']);
    expect(messagesOf(second)).toEqual(
      expect.arrayContaining(['user:c has access', 'user:a no longer has access']),
    );
    expect(grants(await adapter.finish('updateacl', access([])))).toEqual([]);
  });

  it('changes nothing when the same list is sent again', async () => {
    const adapter = new Adapter();
    await adapter.finish('provision', request());
    const once = await adapter.finish('updateacl', access(['user:a', 'user:a']));
    const twice = await adapter.finish('updateacl', access(['user:a']));
    expect(twice.info).toEqual(once.info);
    expect(messagesOf(twice)).toContain('Everybody on the list has access already');
  });

  it('remembers a list for what is not provisioned yet', async () => {
    const adapter = new Adapter();
    const early = await adapter.finish('updateacl', {
      ...access(['user:a']),
      accessControlFields: { why: 'x' },
    });
    expect([early.status, messagesOf(early).join()]).toEqual([
      'COMPLETED',
      expect.stringMatching(/does not exist yet/),
    ]);
    expect(grants(await adapter.finish('provision', request()))).toEqual(['user:a']);
  });

  it.each([
    ['not json', /^descriptor is not valid YAML: /],
    ['"text"', 'descriptor must be a YAML mapping, not a text'],
    ['{"dataProduct":{}}', 'componentIdToProvision is required in a component descriptor'],
    [descriptors['component-id-unknown'].json, /not-here is not part of the descriptor$/],
  ])('refuses what was provisioned when it is %s', async (json, expected) => {
    const { status, body } = await new Adapter().call('updateacl', access(['user:a'], json));
    expect([status, body.errors]).toEqual([400, [expect.stringMatching(expected)]]);
    expect(body.inputErrorField).toBe('provisionInfo.request');
  });
});
