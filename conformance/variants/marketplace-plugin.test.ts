import { startPlugin } from '../mutants/marketplace-plugin/plugin.ts';
import { isBody } from '../mutants/reply.ts';
import { useVirtualTime } from '../mutants/use-virtual-time.ts';
import { testVariants } from './test-variants.ts';

useVirtualTime();

testVariants(
  'marketplace-plugin',
  [
    { name: 'entries with their pages', habits: () => ({}) },
    {
      name: 'an entry with a label only',
      habits: () => ({
        finish: (end) =>
          'info' in end
            ? { ...end, info: { privateInfo: { marketplaceInfo: { label: 'Marketplace' } } } }
            : end,
      }),
    },
    {
      name: 'a status only',
      habits: () => ({ finish: (end) => ('info' in end ? { status: 'DONE' } : end) }),
    },
    {
      name: 'null for absent fields',
      habits: () => ({ finish: (end) => ('info' in end ? { ...end, info: null } : end) }),
    },
    {
      name: 'null for the address of an entry',
      habits: () => ({
        finish: (end) =>
          'info' in end
            ? { ...end, info: { privateInfo: { marketplaceInfo: { label: 'Marketplace', href: null } } } }
            : end,
      }),
    },
    {
      name: 'private information without an entry',
      habits: () => ({
        finish: (end) => ('info' in end ? { ...end, info: { privateInfo: { id: 12 } } } : end),
      }),
    },
    {
      name: 'an empty message of a removal',
      habits: () => ({
        answer: (reply) => (typeof reply.body === 'string' ? { ...reply, body: '' } : reply),
      }),
    },
    {
      name: 'an additional error object',
      habits: () => ({
        answer: (reply) =>
          reply.status === 400 && isBody(reply.body)
            ? { ...reply, body: { ...reply.body, error: 'BAD_REQUEST', code: 17 } }
            : reply,
      }),
    },
    { name: 'under another prefix', habits: () => ({ prefix: '/shop/plugin' }) },
  ],
  startPlugin,
);
