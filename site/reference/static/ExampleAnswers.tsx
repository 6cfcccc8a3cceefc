import type { ReferenceResponse } from '@tessera/contracts/reference-model';
import { Example } from './Example.tsx';

/** What an operation answers: the examples of every status, folded except for that of the first success. */
export function ExampleAnswers({ responses }: { responses: readonly ReferenceResponse[] }) {
  const examples = responses.flatMap(({ status, examples: ofStatus }) =>
    ofStatus.map((example) => ({ status, example })),
  );
  if (examples.length === 0) return null;
  const shown = examples.findIndex(({ status }) => status.startsWith('2'));
  return (
    <div className="answers">
      <h4>Example responses</h4>
      {examples.map(({ status, example }, index) => (
        <Example
          key={`${status} ${example.name}`}
          example={example}
          status={status}
          isOpen={index === shown}
        />
      ))}
    </div>
  );
}
