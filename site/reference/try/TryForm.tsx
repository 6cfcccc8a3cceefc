import type { ReferenceBody } from '@tessera/contracts/reference-model';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { TryContract, TryOperation } from './contract.ts';
import { Field, Options } from './Field.tsx';
import { ADDRESS, BODY, fieldOf, sampleValue, TOKEN } from './prepare-request.ts';
import { readAddress, readToken } from './remembered.ts';
import { TryResult } from './TryResult.tsx';
import { fieldIn, useTrial } from './use-trial.ts';

interface TryFormProps {
  readonly contract: TryContract;
  readonly operation: TryOperation;
  /** Addresses of servers; the first one is the default. */
  readonly offered: readonly [string, ...string[]];
  readonly isOpen: boolean;
}

/** Above the form in its column, px. */
const SPACE = 16;

/** What is wrong with the field of this name. */
type ProblemOf = (name: string) => string | undefined;

/** The fields of a request, and what came of the last one; Ctrl+Enter sends it too. */
export function TryForm({ contract, operation, offered, isOpen }: TryFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { trial, problems, isSending, submit } = useTrial(contract.api, operation, offered[0]);
  const [address] = useState(() => readAddress(contract.api) ?? offered[0]);
  const problemOf: ProblemOf = (name) => problems.find(({ field }) => field === name)?.message;
  const fill = (name: string, value: string) => {
    const field = fieldIn(form.current, name);
    if (field) field.value = value;
  };
  const { sample, path, body, acceptsToken } = operation;
  useEffect(() => {
    if (isOpen && form.current) lead(form.current);
  }, [isOpen]);
  return (
    <div className="try" hidden={!isOpen}>
      <form
        ref={form}
        noValidate
        aria-label={`Try ${sample.method} ${path}`}
        onSubmit={submit}
        onKeyDown={submitByKey}
      >
        <Field
          name={ADDRESS}
          label="Server address"
          type="url"
          value={address}
          options={offered}
          problem={problemOf(ADDRESS)}
          hint="Up to the path of the operation. This browser remembers it; requests go to no other server."
          onChange={(value) => fill(TOKEN, readToken(value))}
        />
        <Parameters operation={operation} problemOf={problemOf} />
        {acceptsToken && (
          <Field
            name={TOKEN}
            label="Bearer token"
            type="password"
            value={readToken(address)}
            hint="Kept for this server until you close the tab."
          />
        )}
        {body && <Body body={body} problemOf={problemOf} onChoose={(text) => fill(BODY, text)} />}
        <p className="try-send">
          <button type="submit" className="primary">
            {isSending ? 'Stop waiting' : 'Send request'}
          </button>{' '}
          <kbd>Ctrl</kbd> <kbd>Enter</kbd>
        </p>
      </form>
      <TryResult isSending={isSending} trial={trial} operation={operation} schemas={contract.schemas} />
    </div>
  );
}

/** Scrolls the form to the top of its column, or of the window without one, and puts the focus into its first field. */
function lead(form: HTMLFormElement): void {
  const column = form.closest('.samples');
  const isScrolled = column !== null && column.scrollHeight > column.clientHeight;
  if (isScrolled)
    column.scrollBy({ top: form.getBoundingClientRect().top - column.getBoundingClientRect().top - SPACE });
  (isScrolled ? column : form).scrollIntoView({ block: 'nearest' });
  form.querySelector('input')?.focus({ preventScroll: true });
}

function Parameters({ operation, problemOf }: { operation: TryOperation; problemOf: ProblemOf }) {
  return operation.parameters.map((parameter) => (
    <Field
      key={fieldOf(parameter)}
      name={fieldOf(parameter)}
      label={parameter.name}
      note={`${parameter.type}, in ${parameter.in}${parameter.required ? ', required' : ''}`}
      value={sampleValue(operation, parameter)}
      {...(parameter.values && { options: parameter.values.map(String) })}
      problem={problemOf(fieldOf(parameter))}
    />
  ));
}

interface BodyProps {
  readonly body: ReferenceBody;
  readonly problemOf: ProblemOf;
  readonly onChoose: (text: string) => void;
}

function Body({ body, problemOf, onChoose }: BodyProps) {
  const texts = new Map(body.examples.map(({ name, value }) => [name, JSON.stringify(value, null, 2)]));
  return (
    <>
      {texts.size > 1 && (
        <Options
          label="Example of the body"
          options={body.examples.map(({ name, summary }) => [name, summary])}
          onChange={(name) => onChoose(texts.get(name) ?? '')}
        />
      )}
      <Field
        name={BODY}
        label="Request body"
        note={`${body.mediaType}${body.required ? ', required' : ''}`}
        isText
        value={[...texts.values()][0] ?? ''}
        problem={problemOf(BODY)}
      />
    </>
  );
}

function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
