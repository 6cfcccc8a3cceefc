import type { ReferenceApi, ReferenceOperation } from '@tessera/contracts/reference-model';
import { requestSamples } from '../samples/request-samples.ts';
import { filesToSave, idsToReplace, sampleRequest } from '../samples/sample-request.ts';
import { Code } from './Example.tsx';

/** A request of the operation in several languages, in tabs that share one choice with those of guides. */
export function RequestSamples({ operation, api }: { operation: ReferenceOperation; api: ReferenceApi }) {
  const request = sampleRequest(operation, api);
  const samples = requestSamples(request);
  const note = [filesToSave(request), idsToReplace(request)].filter((text) => text !== '').join(' ');
  const id = (part: string, value: string) => `${part}/${operation.anchor}/${value}`;
  return (
    <>
      <div className="tabs" data-group="language">
        <div role="tablist" aria-label="Language of the sample">
          {samples.map(({ value, label }, index) => (
            <button
              key={value}
              type="button"
              role="tab"
              id={id('tab', value)}
              data-value={value}
              aria-controls={id('panel', value)}
              aria-selected={index === 0}
              tabIndex={index === 0 ? 0 : -1}
            >
              {label}
            </button>
          ))}
        </div>
        {samples.map(({ value, label, code }, index) => (
          <div
            key={value}
            role="tabpanel"
            id={id('panel', value)}
            aria-labelledby={id('tab', value)}
            {...(index > 0 && { 'data-inactive': '' })}
          >
            <p className="tab-label">{label}</p>
            <Code code={code} language={value === 'curl' ? 'bash' : value} />
          </div>
        ))}
      </div>
      {note && <p className="body-file">{note}</p>}
      <button type="button" className="try-it needs-js" data-try={operation.id} aria-expanded={false}>
        Try it
      </button>
    </>
  );
}
