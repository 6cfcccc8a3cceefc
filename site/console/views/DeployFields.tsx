import type { ReactNode } from 'react';
import { useConnection } from '../api/use-live.tsx';
import { type Draft, type Wish, wishOf } from '../model/deployment.ts';
import type { PlanUnit } from '../model/plan.ts';
import type { ReadDraft } from '../model/read-draft.ts';
import { readFinding } from '../model/report.ts';
import { CodeField } from '../parts/CodeField.tsx';
import { SampleButtons } from '../parts/SampleButtons.tsx';
import type { Replaceable } from '../parts/use-replaceable.ts';

const WISHES: Readonly<Record<Wish, string>> = {
  DEPLOYED: 'Deploy',
  NOT_DEPLOYED: 'Undeploy',
  INFERRED: 'As the others need it',
};

/** The fields of the form: the descriptor, the environment, and the target states of the components. */
export function DeployFields({
  draft,
  read,
  sample,
  field,
  onChange,
  children,
}: {
  draft: Draft;
  read: ReadDraft;
  sample: string;
  /** The text of the descriptor. */
  field: Replaceable;
  onChange: (draft: Draft) => void;
  /** The buttons, below the options. */
  children: ReactNode;
}) {
  const findings = 'problem' in read ? [readFinding(read.problem, 'descriptor')] : [];
  return (
    <div className="deploy-fields">
      <CodeField
        label="Descriptor (YAML)"
        language="yaml"
        value={draft.descriptor}
        findings={findings}
        rows={26}
        actions={<SampleButtons sample={sample} field={field} />}
        onChange={(descriptor) => onChange({ ...draft, descriptor })}
      />
      <div className="sheet deploy-options">
        <Options draft={draft} unit={'unit' in read ? read.unit : undefined} onChange={onChange} />
      </div>
      {children}
    </div>
  );
}

function Options({
  draft,
  unit,
  onChange,
}: {
  draft: Draft;
  unit: PlanUnit | undefined;
  onChange: (draft: Draft) => void;
}) {
  const { settings } = useConnection();
  return (
    <>
      <label className="field">
        Environment
        <select
          value={draft.environment}
          onChange={({ target }) => onChange({ ...draft, environment: target.value })}
        >
          {settings.environments.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      {unit !== undefined && unit.components.length > 0 && (
        <fieldset>
          <legend>Components of {unit.name}</legend>
          {unit.components.map(({ id, name }) => (
            <label key={id} className="field field-row">
              <span>{name}</span>
              <select
                value={wishOf(draft, id)}
                onChange={({ target }) => {
                  const wish = wishIn(target.value);
                  onChange({ ...draft, wishes: { ...draft.wishes, [id]: wish } });
                }}
              >
                {Object.entries(WISHES).map(([wish, label]) => (
                  <option key={wish} value={wish}>
                    {label}
                  </option>
                ))}
              </select>
            </label>
          ))}
        </fieldset>
      )}
      <Check isOn={draft.removeData} onChange={(removeData) => onChange({ ...draft, removeData })}>
        Remove the data of components that are undeployed
      </Check>
      <Check
        isOn={draft.preventRedeploy}
        onChange={(preventRedeploy) => onChange({ ...draft, preventRedeploy })}
      >
        Leave components alone that are deployed already
      </Check>
    </>
  );
}

function wishIn(text: string): Wish {
  return text === 'NOT_DEPLOYED' || text === 'INFERRED' ? text : 'DEPLOYED';
}

function Check({
  isOn,
  onChange,
  children,
}: {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
}) {
  return (
    <label className="check">
      <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      {children}
    </label>
  );
}
