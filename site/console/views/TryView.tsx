import { ownUrls } from '../api/own-routes.ts';
import { useConnection } from '../api/use-live.tsx';
import { routeAsCode } from '../model/as-code.ts';
import { count } from '../model/format.ts';
import type { Trial } from '../model/trial.ts';
import { AsCode } from '../parts/AsCode.tsx';
import { CodeField } from '../parts/CodeField.tsx';
import { Failure } from '../parts/Notice.tsx';
import { SampleButtons } from '../parts/SampleButtons.tsx';
import { Sign, type Tone } from '../parts/Sign.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { useReplaceable } from '../parts/use-replaceable.ts';
import { ViewHead } from '../parts/ViewHead.tsx';
import { hashOf } from '../route.ts';
import { useResourceTypes } from './EntityFilters.tsx';
import { SavePolicy } from './SavePolicy.tsx';
import { type Evaluation, useEvaluation } from './use-evaluation.ts';
import { SAMPLE_SCRIPT, usePolicy, useTrial } from './use-trial.ts';

/** An editor that evaluates a CUE policy on a descriptor while a person types. */
export function TryView({ sample, policyId }: { sample: string; policyId: string | undefined }) {
  usePageTitle('Try a policy');
  const [trial, setTrial] = useTrial(sample);
  const change = (changes: Partial<Trial>): void => setTrial((before) => ({ ...before, ...changes }));
  const script = useReplaceable(trial.script, (text) => change({ script: text }));
  const descriptor = useReplaceable(trial.descriptor, (text) => change({ descriptor: text }));
  const error = usePolicy(policyId, ({ cueScript = '', environment, resourceType }) => {
    script.replace(cueScript);
    change({ environment, resourceType });
  });
  const evaluation = useEvaluation(trial);
  const { verdict } = evaluation;
  return (
    <>
      <ViewHead title="Try a policy" crumb={{ label: 'Policies', href: hashOf(['policies']) }}>
        <TrialAsCode trial={trial} />
      </ViewHead>
      {error !== undefined && <Failure error={error} />}
      <div className="toolbar">
        <TrialOptions trial={trial} onChange={setTrial} />
      </div>
      <VerdictLine trial={trial} evaluation={evaluation} />
      {evaluation.error !== undefined && <Failure error={evaluation.error} />}
      <div className="trial">
        <CodeField
          label="Policy (CUE)"
          language="cue"
          value={trial.script}
          findings={verdict?.scriptFindings ?? NONE}
          rows={26}
          actions={<SampleButtons sample={SAMPLE_SCRIPT} field={script} />}
          onChange={(text) => change({ script: text })}
        />
        <CodeField
          label="Descriptor (YAML)"
          language="yaml"
          value={trial.descriptor}
          findings={verdict?.findings ?? NONE}
          rows={26}
          actions={<SampleButtons sample={sample} field={descriptor} />}
          onChange={(text) => change({ descriptor: text })}
        />
      </div>
      <p className="quiet small note">
        The platform evaluates the script on the descriptor and stores neither.
      </p>
      <SavePolicy trial={trial} />
    </>
  );
}

const NONE: readonly never[] = [];

function TrialAsCode({ trial: { script, descriptor, resourceType } }: { trial: Trial }) {
  const body = { script, descriptor, resourceType };
  return <AsCode call={(caller) => routeAsCode(caller, ownUrls.trials(caller.origin), body)} />;
}

function TrialOptions({ trial, onChange }: { trial: Trial; onChange: (trial: Trial) => void }) {
  const { settings } = useConnection();
  const types = useResourceTypes();
  const including = (names: readonly string[], name: string): readonly string[] =>
    names.includes(name) ? names : [...names, name];
  return (
    <>
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
    </>
  );
}

const VERDICTS = {
  complies: ['good', 'The resource complies'],
  violates: ['bad', 'The resource violates the policy'],
  'not evaluated': ['warn', 'The policy could not be evaluated'],
} as const;

/** The verdict in one line, which stays in place while the next one is awaited. */
function VerdictLine({ trial, evaluation }: { trial: Trial; evaluation: Evaluation }) {
  const { verdict, isCurrent } = evaluation;
  if (trial.script.trim() === '') return <Verdict tone="still">Write a script.</Verdict>;
  if (trial.descriptor.trim() === '') return <Verdict tone="still">Enter a descriptor.</Verdict>;
  if (verdict === undefined) return <Verdict tone="calm">{isCurrent ? 'No result' : 'Evaluating…'}</Verdict>;
  const [tone, text] = VERDICTS[verdict.kind];
  const findings = verdict.findings.length + verdict.scriptFindings.length;
  return (
    <Verdict tone={tone} isOld={!isCurrent} isFault={verdict.kind === 'not evaluated'}>
      <span>
        {text}
        {findings > 0 && `: ${count(findings, 'finding')}`}
      </span>
      {!isCurrent && <span className="quiet">Evaluating…</span>}
    </Verdict>
  );
}

function Verdict({
  tone,
  isOld = false,
  isFault = false,
  children,
}: {
  tone: Tone;
  isOld?: boolean;
  isFault?: boolean;
  children: React.ReactNode;
}) {
  return (
    <div className="trial-verdict" data-tone={tone} data-old={isOld} role="status">
      <Sign shape={isFault ? 'fault' : tone} />
      {children}
    </div>
  );
}
