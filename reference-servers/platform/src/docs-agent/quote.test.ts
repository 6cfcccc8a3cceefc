import { describe, expect, it } from 'vitest';
import { stemsOf } from '../text/words.ts';
import { quote } from './quote.ts';

const PASSAGE = `Adapters register themselves. Each has an id: \`urn: Any\` fits. A third sentence. A fourth one.

| Status | Meaning |
| --- | --- |
| \`draft\` | not evaluated |
| \`grace\` | a failure does not block |
| \`enabled\` | a failure blocks |

Send the registration with curl:

\`\`\`bash
$ curl -d @adapter.json

  --verbose
\`\`\`

- Start the platform.
- Open the console.`;

const quoted = (question: string, text = PASSAGE): string => quote(text, new Set(stemsOf(question)));

describe('a quote', () => {
  it('consists of three sentences from the one that fits best', () => {
    expect(quoted('which adapter registers itself')).toBe(
      'Adapters register themselves. Each has an id: `urn: Any` fits. A third sentence.',
    );
  });

  it('shows rows of a table under the head of the table', () => {
    expect(quoted('what does grace mean for a failure').split('\n').slice(0, 4)).toEqual([
      '| Status | Meaning |',
      '| --- | --- |',
      '| `grace` | a failure does not block |',
      '| `enabled` | a failure blocks |',
    ]);
  });

  it('shows a block of code with all of its lines', () => {
    expect(quoted('send a registration')).toBe(
      'Send the registration with curl:\n\n```bash\n$ curl -d @adapter.json\n\n  --verbose\n```\n\n- Start the platform.\n- Open the console.',
    );
    const long = `\`\`\`\n${'line\n'.repeat(50)}\`\`\``;
    expect(quoted('line', long)).toMatch(/^```\n(?:line\n){20}…\n```$/);
  });

  it('shows items of a list', () => {
    expect(quoted('open console')).toBe('- Open the console.');
  });
});
