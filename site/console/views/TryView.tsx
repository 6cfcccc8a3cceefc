import { useConnection } from '../api/use-live.tsx';
import { operationAsCode } from '../model/as-code.ts';
import { count } from '../model/format.ts';
import { resourceIdIn, type Trial } from '../model/trial.ts';
import { AsCode } from '../parts/AsCode.tsx';
import { CodeField } from '../parts/CodeField.tsx';
import { Failure } from '../parts/Notice.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { hashOf } from '../route.ts';
import { useResourceTypes } from './EntityFilters.tsx';
import { SavePolicy } from './SavePolicy.tsx';
import { type Evaluation, useEvaluation } from './use-evaluation.ts';
import { SAMPLE_SCRIPT, useTrial } from './use-trial.ts';

/** An editor that evaluates a CUE policy on a descriptor while a person types. */
export function TryView({ sample, policyId }: { sample: string; policyId: string | undefined }) {
  usePageTitle('Try a policy');
  const { trial, setTrial, error } = useTrial(sample, policyId);
  const evaluation = useEvaluation(trial);
  const { verdict } = evaluation;
  return (
    <>
      <p className="crumbs">
        <a href={hashOf(['policies'])}>Policies</a>
      </p>
      <div className="view-head">
        <h1>Try a policy</h1>
        <TrialAsCode trial={trial} evaluation={evaluation} />
      </div>
      {error !== undefined && <Failure error={error} />}
      <TrialOptions trial={trial} onChange={setTrial} />
      <VerdictLine trial={trial} evaluation={evaluation} />
      {evaluation.error !== undefined && <Failure error={evaluation.error} />}
      <div className="trial">
        <CodeField
          label="Policy (CUE)"
          value={trial.script}
          findings={verdict?.scriptFindings ?? []}
          rows={26}
          actions={<LoadSample onClick={() => setTrial({ ...trial, script: SAMPLE_SCRIPT })} />}
          onChange={(script) => setTrial({ ...trial, script })}
        />
        <CodeField
          label="Descriptor (YAML)"
          value={trial.descriptor}
          findings={verdict?.findings ?? []}
          rows={26}
          actions={<LoadSample onClick={() => setTrial({ ...trial, descriptor: sample })} />}
          onChange={(descriptor) => setTrial({ ...trial, descriptor })}
        />
      </div>
      <p className="quiet small note">
        The API evaluates stored policies only, so the console keeps the script in{' '}
        {evaluation.policyId === undefined ? (
          'a policy with the status draft'
        ) : (
          <a href={hashOf(['policies', evaluation.policyId])}>a policy with the status draft</a>
        )}{' '}
        and tests that. A draft evaluates nothing else.
      </p>
      <SavePolicy trial={trial} />
    </>
  );
}

function LoadSample({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className="button button-small" onClick={onClick}>
      Load the sample
    </button>
  );
}

function TrialAsCode({ trial, evaluation: { policyId } }: { trial: Trial; evaluation: Evaluation }) {
  if (policyId === undefined) return null;
  const { environment, resourceType, descriptor } = trial;
  const body = { id: resourceIdIn(descriptor), environment, resourceType, descriptor };
  return (
    <AsCode call={(caller) => operationAsCode(caller, 'testPolicy', { path: { id: policyId }, body })} />
  );
}

function TrialOptions({ trial, onChange }: { trial: Trial; onChange: (trial: Trial) => void }) {
  const { settings } = useConnection();
  const types = useResourceTypes();
  const including = (names: readonly string[], name: string): readonly string[] =>
    names.includes(name) ? names : [...names, name];
  return (
    <div className="filters trial-options">
      <label className="filter">
        Resource type
        <select
          value={trial.resourceType}
          onChange={({ target }) => onChange({ ...trial, resourceType: target.value })}
        >
          {including(types, trial.resourceType).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label className="filter">
        Environment
        <select
          value={trial.environment}
          onChange={({ target }) => onChange({ ...trial, environment: target.value })}
        >
          {including(settings.environments, trial.environment).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
    </div>
  );
}

const VERDICTS = {
  complies: ['good', 'The resource complies'],
  violates: ['bad', 'The resource violates the policy'],
  'not evaluated': ['warn', 'The policy could not be evaluated'],
} as const;

/** The verdict in one line, which stays in place while the next one is awaited. */
function VerdictLine({ trial, evaluation }: { trial: Trial; evaluation: Evaluation }) {
  const { verdict, isCurrent, reportId } = evaluation;
  if (trial.script.trim() === '') return <Verdict tone="still">Write a script.</Verdict>;
  if (trial.descriptor.trim() === '') return <Verdict tone="still">Enter a descriptor.</Verdict>;
  if (verdict === undefined) return <Verdict tone="calm">{isCurrent ? 'No result' : 'Evaluating…'}</Verdict>;
  const [tone, text] = VERDICTS[verdict.kind];
  const findings = verdict.findings.length + verdict.scriptFindings.length;
  return (
    <Verdict tone={tone} isOld={!isCurrent}>
      <span>
        {text}
        {findings > 0 && `: ${count(findings, 'finding')}`}
      </span>
      {!isCurrent && <span className="quiet">Evaluating…</span>}
      {isCurrent && reportId !== undefined && <a href={hashOf(['reports', reportId])}>Report</a>}
    </Verdict>
  );
}

function Verdict({
  tone,
  isOld = false,
  children,
}: {
  tone: string;
  isOld?: boolean;
  children: React.ReactNode;
}) {
  return (
    <div className="trial-verdict" data-tone={tone} data-old={isOld} role="status">
      <span className="status-sign" aria-hidden="true" />
      {children}
    </div>
  );
}
