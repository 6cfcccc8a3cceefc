import type { DescriptorValidation, ValidationPhaseResult } from '@tessera/contracts/types/coordinator-v2';
import type { WithReferences } from '@tessera/platform/routes';
import { use } from 'react';
import { inWords } from '../model/format.ts';
import { readUnit } from '../model/plan.ts';
import { isAboutFault } from '../model/references.ts';
import { Linked, References } from '../parts/Linked.tsx';
import { Rows } from '../parts/Rows.tsx';
import { Badge, NotEvaluated } from '../parts/Status.tsx';

/** The findings of the phases of a validation. */
export function ValidationReport({ validation }: { validation: DescriptorValidation & WithReferences }) {
  const { references = [] } = validation;
  const results = validation.validationSummaryStatus?.results ?? [];
  const isValid = validation.status === 'COMPLETED' && results.every(({ errors }) => errors === undefined);
  // Phases have no names in the API.
  const phases = results.map((result, index) => ({ result, place: String(index) }));
  return (
    <References value={references}>
      <div className={`notice ${isValid ? 'notice-good' : 'notice-bad'}`} role="status">
        <p className="notice-title">{verdictOf(validation, results, isValid)}</p>
      </div>
      <Rows columns={['Phase', 'Verdict', 'Messages']}>
        {phases.map(({ result, place }) => (
          <PhaseRow key={place} result={result} />
        ))}
      </Rows>
    </References>
  );
}

function verdictOf(
  { status, references = [] }: DescriptorValidation & WithReferences,
  results: readonly ValidationPhaseResult[],
  isValid: boolean,
): string {
  if (status !== 'COMPLETED') return 'The validation was stopped before its end.';
  if (isValid) return 'The descriptor is valid.';
  const messages = results.flatMap(({ errors }) => errors?.errors ?? []);
  return messages.length > 0 && messages.every((message) => isAboutFault(message, references))
    ? 'A policy could not be evaluated, so the descriptor cannot be deployed.'
    : 'The descriptor is not valid.';
}

function PhaseRow({ result }: { result: ValidationPhaseResult }) {
  const { validationPhaseKind, status, errors } = result;
  const messages = errors?.errors ?? [];
  const references = use(References);
  const faults = messages.filter((message) => isAboutFault(message, references));
  const component = componentOf(result);
  const hasPassed = status === 'COMPLETED' && errors === undefined;
  return (
    <tr>
      <th scope="row">
        {inWords(validationPhaseKind.replace(/_PHASE$/, ''))}
        {component !== undefined && <span className="quiet"> of {component}</span>}
      </th>
      <td data-label="Verdict">
        {faults.length > 0 && <NotEvaluated tone="bad" />}
        {(messages.length === 0 || faults.length < messages.length) && (
          <Badge tone={hasPassed ? 'good' : 'bad'}>
            {hasPassed ? 'Passed' : status === 'COMPLETED' ? 'Not passed' : inWords(status)}
          </Badge>
        )}
      </td>
      <td data-label="Messages">
        {messages.length === 0 ? (
          <span className="quiet">none</span>
        ) : (
          <ul className="messages">
            {[...new Set(messages)].map((message) => (
              <li key={message}>
                <Linked text={message} />
              </li>
            ))}
          </ul>
        )}
      </td>
    </tr>
  );
}

/** The component that a phase was about: the platform shows its part of the descriptor. */
function componentOf({
  validationPhaseKind,
  validatedDescriptor,
}: ValidationPhaseResult): string | undefined {
  if (!validationPhaseKind.startsWith('COMPONENT')) return undefined;
  return readUnit(validatedDescriptor ?? undefined)?.name;
}
