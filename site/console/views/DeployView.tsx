import { OperationFailedError } from '@tessera/client';
import type { DescriptorValidation, ProvisioningPreview } from '@tessera/contracts/types/coordinator-v2';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { PlatformApi } from '../api/platform.ts';
import { useConnection } from '../api/use-live.tsx';
import { type Demand, demandOf } from '../model/deployment.ts';
import type { PlanUnit } from '../model/plan.ts';
import { readDraft } from '../model/read-draft.ts';
import { Failure } from '../parts/Notice.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { useReplaceable } from '../parts/use-replaceable.ts';
import { ViewHead } from '../parts/ViewHead.tsx';
import { go, hashOf } from '../route.ts';
import { DeployFields } from './DeployFields.tsx';
import { PreviewTable } from './PreviewTable.tsx';
import { useDraft, usePlanDraft } from './use-draft.ts';
import { ValidationReport } from './ValidationReport.tsx';

/** The platform's response to the draft. */
type Answer =
  | { readonly kind: 'preview'; readonly preview: ProvisioningPreview; readonly unit: PlanUnit }
  | {
      readonly kind: 'validation';
      readonly validation: DescriptorValidation;
      /** The environment that the descriptor names, when another one is chosen. */
      readonly otherEnvironment: string | undefined;
    }
  | { readonly kind: 'failure'; readonly error: unknown };

type Doing = 'preview' | 'validate' | 'deploy';

/** The form that deploys a unit. */
export function DeployView({ sample, planId }: { sample: string; planId: string | undefined }) {
  usePageTitle('Deploy');
  const { api, settings } = useConnection();
  const [draft, setDraft] = useDraft(sample, settings.environments);
  const [answered, setAnswered] = useState<{ of: unknown; answer: Answer | undefined }>();
  const [doing, setDoing] = useState<Doing>();
  const field = useReplaceable(draft.descriptor, (descriptor) =>
    setDraft((before) => ({ ...before, descriptor, wishes: {} })),
  );
  const error = usePlanDraft(planId, ({ descriptor, environment }) => {
    field.replace(descriptor);
    setDraft((before) => ({ ...before, environment }));
    go(hashOf(['deploy']), { replace: true });
  });
  // Reading a long text takes longer than a key press.
  const text = useDeferredValue(draft.descriptor);
  const read = useMemo(() => readDraft(text), [text]);
  const unit = 'unit' in read && text === draft.descriptor ? read.unit : undefined;
  const named = 'environment' in read ? read.environment : undefined;
  const otherEnvironment = named === draft.environment ? undefined : named;
  // A response belongs to the draft that was sent.
  const answer = answered?.of === draft ? answered.answer : undefined;
  // The person asked for it, and it is below a long text.
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (answer !== undefined) place.current?.scrollIntoView({ block: 'nearest' });
  }, [answer]);
  const attempt = async (what: Doing, work: () => Promise<Answer | undefined>): Promise<void> => {
    setDoing(what);
    setAnswered(undefined);
    const given = await work().catch((error: unknown): Answer => ({ kind: 'failure', error }));
    setAnswered({ of: draft, answer: given });
    setDoing(undefined);
  };
  const isDisabled = unit === undefined || doing !== undefined;
  return (
    <>
      <ViewHead title="Deploy a unit" />
      {error !== undefined && <Failure error={error} />}
      <form
        className="deploy"
        onSubmit={(event) => {
          event.preventDefault();
          if (unit !== undefined) void attempt('deploy', () => deploy(api, demandOf(draft, unit), unit));
        }}
      >
        <DeployFields draft={draft} read={read} sample={sample} field={field} onChange={setDraft}>
          <div className="deploy-buttons">
            <button type="submit" className="button button-primary" disabled={isDisabled}>
              {doing === 'deploy' ? 'Deploying…' : 'Deploy'}
            </button>
            <button
              type="button"
              className="button"
              disabled={isDisabled}
              onClick={() => unit && void attempt('preview', () => preview(api, demandOf(draft, unit), unit))}
            >
              {doing === 'preview' ? 'Previewing…' : 'Preview'}
            </button>
            <button
              type="button"
              className="button"
              disabled={isDisabled}
              onClick={() =>
                void attempt('validate', () => validate(api, draft.descriptor, otherEnvironment))
              }
            >
              {doing === 'validate' ? 'Validating…' : 'Validate'}
            </button>
          </div>
        </DeployFields>
      </form>
      <div aria-live="polite" ref={place}>
        {answer !== undefined && <AnswerSection answer={answer} />}
      </div>
    </>
  );
}

function AnswerSection({ answer }: { answer: Answer }): ReactNode {
  switch (answer.kind) {
    case 'preview':
      return (
        <section aria-labelledby="answer-title">
          <h2 id="answer-title">Preview</h2>
          <PreviewTable preview={answer.preview} unit={answer.unit} />
        </section>
      );
    case 'validation':
      return (
        <section aria-labelledby="answer-title">
          <h2 id="answer-title">Validation</h2>
          <ValidationReport validation={answer.validation} />
          {answer.otherEnvironment !== undefined && (
            <p className="quiet note">
              This validation is for {answer.otherEnvironment}, the environment that the descriptor names. To
              validate for another one, change <code>environment</code> in the descriptor. A deployment
              validates for the environment that is chosen above.
            </p>
          )}
        </section>
      );
    case 'failure':
      return <Failure error={answer.error} />;
  }
}

async function preview(api: PlatformApi, demand: Demand, unit: PlanUnit): Promise<Answer> {
  const { path, environment, body, infers } = demand;
  const query = { environment, 'autofill-target-status': infers };
  return { kind: 'preview', preview: await api.v2.previewProvisioning({ path, query, body }), unit };
}

async function validate(
  api: PlatformApi,
  descriptor: string,
  otherEnvironment: string | undefined,
): Promise<Answer> {
  const task = await api.v2.startValidation({ body: { descriptor } });
  try {
    return { kind: 'validation', validation: await task.wait(), otherEnvironment };
  } catch (error) {
    // It ended without success: its last status holds the findings.
    if (error instanceof OperationFailedError && task.last !== undefined)
      return { kind: 'validation', validation: task.last, otherEnvironment };
    throw error;
  }
}

/** Starts the plan and goes to its page; a contradictory request returns its preview. */
async function deploy(api: PlatformApi, demand: Demand, unit: PlanUnit): Promise<Answer | undefined> {
  const { path, environment, body, infers } = demand;
  try {
    const query = { environment, unsafe: infers };
    const { token } = await api.v2.startProvisioning({ path, query, body });
    go(hashOf(token === undefined ? ['plans'] : ['plans', token]));
    return undefined;
  } catch (error) {
    if (api.v2.startProvisioning.isError(error) && error.status === 422)
      return { kind: 'preview', preview: error.body, unit };
    throw error;
  }
}
