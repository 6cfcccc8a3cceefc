/** The tables of a contract with one operation, in the form that the generator writes. Only tests load this. */
export const MADE_UP_CONTRACT: Readonly<Record<string, string>> = {
  'generated/errors.js': `export const errors = {
    TOKEN_MISSING: { code: 'TOKEN_MISSING', message: 'the token {token} is not known here', problems: [] },
    QUEUE_FULL: { code: 'QUEUE_FULL', message: '{field} {problem}', problems: ['Too many tasks are waiting.'] },
    NOT_SUPPORTED: { code: 'NOT_SUPPORTED', message: 'this server does without the operation' },
  };`,
  'generated/operations/adapter.js': `export const adapter = {
    prefix: '/adapter',
    operations: {
      getStatus: { path: '/v1/provision/{token}/status', capability: { absentError: 'NOT_SUPPORTED' } },
      list: { path: '/resources' },
    },
  };`,
  'generated/schemas/adapter.js': `export const adapterSchemas = {
    $defs: { State: { type: 'string', enum: ['RUNNING', 'COMPLETED', 'FAILED'] } },
  };`,
};
