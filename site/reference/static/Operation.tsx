import type {
  ReferenceApi,
  ReferenceBody,
  ReferenceCallback,
  ReferenceOperation,
  ReferenceParameter,
  ReferenceResponse,
} from '@tessera/contracts/reference-model';
import { Fragment } from 'react';
import { PATH_BREAK } from '../../shared/path-break.ts';
import { errorAnchor, lifecycleAnchor, schemaAnchor } from './anchors.ts';
import { Example } from './Example.tsx';
import { ExampleAnswers } from './ExampleAnswers.tsx';
import { GuideLinks } from './GuideLinks.tsx';
import type { Guide } from './guides.ts';
import { OperationChanges } from './OperationChanges.tsx';
import { PartHeading } from './PartHeading.tsx';
import { Properties, Property } from './Properties.tsx';
import { RequestSamples } from './RequestSamples.tsx';
import { ChosenNote, Description, Inline, Since } from './Text.tsx';

/** One operation with everything a caller or an implementer needs. */
export function Operation({
  operation,
  api,
  guides,
}: {
  operation: ReferenceOperation;
  api: ReferenceApi;
  guides: readonly Guide[];
}) {
  return (
    <section className="operation" id={operation.anchor}>
      <PartHeading anchor={operation.anchor} name={operation.summary}>
        {operation.summary}
        {operation.deprecated && <span className="badge deprecated">deprecated</span>}
        <Since version={operation.since} />
      </PartHeading>
      <Endpoint method={operation.method} path={operation.path} />
      <div className="part">
        <div className="meaning">
          <Description text={operation.description} />
          <GuideLinks guides={guides} />
          <TaskNote operation={operation} api={api} />
          <CapabilityNote operation={operation} api={api} />
          <ChosenNote chosen={operation.chosen} />
          {operation.parameters.length > 0 && <Parameters parameters={operation.parameters} api={api.id} />}
          {operation.body && <Body body={operation.body} api={api} heading="Request body" />}
        </div>
        <div className="samples">
          <RequestSamples operation={operation} api={api} />
          <ExampleAnswers responses={operation.responses} />
        </div>
        <div className="meaning">
          <Responses responses={operation.responses} errors={operation.errors} api={api} />
          {operation.callbacks?.map((callback) => (
            <Callback key={callback.name} callback={callback} api={api} />
          ))}
          <OperationChanges operation={operation} api={api} />
        </div>
      </div>
    </section>
  );
}

/** Where requests go, with a button that copies the path. */
function Endpoint({ method, path }: { method: string; path: string }) {
  return (
    <p className="endpoint">
      <Method method={method} /> <PathCode path={path} />
      <button type="button" className="copy" data-copy="">
        Copy path
      </button>
    </p>
  );
}

/** The HTTP method as a colored word. */
export function Method({ method }: { method: string }) {
  return <span className={`method ${method.toLowerCase()}`}>{method.toUpperCase()}</span>;
}

/** A link that shows the method and the path, or the name of a webhook. */
export function CallLink({ method, name, ...link }: CallLinkProps) {
  return (
    <a {...link}>
      <Method method={method} /> <PathCode path={name} />
    </a>
  );
}

/** A path, with places where a narrow window may break it. */
function PathCode({ path }: { path: string }) {
  return <code dangerouslySetInnerHTML={{ __html: `<bdi>${path.replace(PATH_BREAK, '<wbr>')}</bdi>` }} />;
}

interface CallLinkProps {
  readonly method: string;
  readonly name: string;
  readonly href: string;
  readonly id?: string;
}

function TaskNote({ operation, api }: { operation: ReferenceOperation; api: ReferenceApi }) {
  const task = operation.longRunning;
  if (!task) return null;
  const polled = task.poll.api ?? api.id;
  const page = polled === api.id ? '' : `../${polled}/`;
  return (
    <p className="note">
      <strong>Asynchronous.</strong> The response <code>{task.startStatus}</code> contains a token. Poll{' '}
      <OperationLink id={task.poll.operation} api={api} /> with it until the state is final
      {task.cancel && (
        <>
          ; stop the work with <OperationLink id={task.cancel.operation} api={api} />
        </>
      )}
      . States: <a href={`${page}#${lifecycleAnchor(polled, task.lifecycle)}`}>{task.lifecycle}</a>.
    </p>
  );
}

function CapabilityNote({ operation, api }: { operation: ReferenceOperation; api: ReferenceApi }) {
  const use = operation.capability;
  const capability = use && api.capabilities.find((candidate) => candidate.id === use.id);
  if (!use || !capability) return null;
  return (
    <p className="note">
      <strong>Optional.</strong> Belongs to the capability “{capability.title}”. A service without it answers{' '}
      <code>{use.absentStatus}</code>
      {use.absentError && (
        <>
          {' '}
          (<a href={`#${errorAnchor(use.absentError)}`}>{use.absentError}</a>)
        </>
      )}
      .
    </p>
  );
}

function OperationLink({ id, api }: { id: string; api: ReferenceApi }) {
  const target = api.operations.find((operation) => operation.id === id);
  return target ? <a href={`#${target.anchor}`}>{target.summary}</a> : <code>{id}</code>;
}

function Parameters({ parameters, api }: { parameters: readonly ReferenceParameter[]; api: string }) {
  const places = [...new Set(parameters.map((parameter) => parameter.in))];
  return places.map((place) => {
    const title = `${place.charAt(0).toUpperCase()}${place.slice(1)} parameters`;
    return (
      <Fragment key={place}>
        <h4>{title}</h4>
        <ul className="properties" aria-label={title}>
          {parameters
            .filter((parameter) => parameter.in === place)
            .map((parameter) => (
              <Property key={parameter.name} property={parameter} api={api} />
            ))}
        </ul>
      </Fragment>
    );
  });
}

function Body({ body, api, heading }: { body: ReferenceBody; api: ReferenceApi; heading: string }) {
  const schema = api.schemas.find((candidate) => candidate.name === body.schema);
  return (
    <>
      <h4>
        {heading}
        {!body.required && <span className="badge">optional</span>}
      </h4>
      <p>
        <code>{body.mediaType}</code>, <SchemaLink name={body.schema} api={api} />.{' '}
        <Inline text={body.description} />
      </p>
      {schema && schema.properties.length > 0 && (
        <Properties properties={schema.properties} api={api} caption={`Properties of ${schema.name}`} />
      )}
      {body.examples.map((example) => (
        <Example key={example.name} example={example} />
      ))}
    </>
  );
}

interface ResponsesProps {
  readonly responses: readonly ReferenceResponse[];
  readonly errors: ReferenceOperation['errors'];
  readonly api: ReferenceApi;
}

function Responses({ responses, errors, api }: ResponsesProps) {
  return (
    <>
      <h4>Responses</h4>
      <dl className="responses">
        {responses.map((response) => (
          <div key={response.status} className={`response s${response.status.charAt(0)}`}>
            <dt>
              <code>{response.status}</code>
            </dt>
            <dd>
              <p>
                <Inline text={response.description} />{' '}
                {response.schema === undefined ? 'No body.' : <SchemaLink name={response.schema} api={api} />}
              </p>
              <ErrorCodes codes={errors[response.status] ?? []} />
              {response.links.map((link) => (
                <p key={link.name} className="link">
                  <Inline text={link.description} /> Leads to{' '}
                  <OperationLink id={link.operationId} api={api} />.
                </p>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function ErrorCodes({ codes }: { codes: readonly string[] }) {
  if (codes.length === 0) return null;
  return (
    <ul className="codes" aria-label="Possible errors">
      {codes.map((code) => (
        <li key={code}>
          <a href={`#${errorAnchor(code)}`}>{code}</a>
        </li>
      ))}
    </ul>
  );
}

function Callback({ callback, api }: { callback: ReferenceCallback; api: ReferenceApi }) {
  return (
    <div className="callback">
      <h4>Callback {callback.name}</h4>
      <Endpoint method={callback.method} path={callback.expression} />
      {callback.body && <Body body={callback.body} api={api} heading="What is sent" />}
      <Responses responses={callback.responses} errors={{}} api={api} />
      <ExampleAnswers responses={callback.responses} />
    </div>
  );
}

/** A schema's name, leading to it. */
export function SchemaLink({ name, api }: { name: string; api: ReferenceApi }) {
  const isKnown = api.schemas.some((schema) => schema.name === name);
  return isKnown ? <a href={`#${schemaAnchor(api.id, name)}`}>{name}</a> : <span>{name}</span>;
}
