import { Problem } from './problem.ts';

new Problem('TOKEN_MISSING');
new Problem('TOKEN_MISSING', {}, { inputErrorField: 'token' });
new Problem('VALIDATION_NOT_FOUND', { token: 't' });

// @ts-expect-error the catalog has no such code
new Problem('NO_SUCH_CODE');
// @ts-expect-error the text of this code leaves a value open
new Problem('VALIDATION_NOT_FOUND');
// @ts-expect-error that value is called token
new Problem('VALIDATION_NOT_FOUND', { id: 't' });
// Values that every request has are not asked for.
new Problem('SYSTEM_PROBLEM');
