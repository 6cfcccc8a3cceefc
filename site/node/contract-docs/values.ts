import { apiOf, errorOf, hrefOf, operationOf, schemaOf, UnknownName } from './catalog.ts';
import { allEnumValues, enumValues, parameterKeyword, schemaKeyword } from './keywords.ts';

/** The replacement of `{{...}}`. */
export interface ContractValue {
  readonly text: string;
  readonly isCode: boolean;
  /** Where the value is explained; relative to the site, without the base URL. */
  readonly href: string | null;
}

/** `{{...}}` with its content. */
export const VALUE = /\{\{([^{}\n]+)\}\}/;

/**
 * The value of `{{text}}` on a page of these contracts.
 * @throws UnknownName that names what the contracts do not have
 */
export function contractValue(text: string, contracts: readonly string[]): ContractValue {
  if (text.startsWith('error:')) return errorValue(text.slice('error:'.length));
  if (text.startsWith('schema:')) {
    const { placed, schema } = schemaOf(text.slice('schema:'.length));
    return { text: schema.name, isCode: true, href: hrefOf.schema(placed, schema) };
  }
  if (!text.includes('#')) return enumValue(text, contracts);
  if (/^[^.]+#[^./]+$/.test(text)) {
    const { placed, operation } = operationOf(text);
    const name = `${operation.method.toUpperCase()} ${operation.path}`;
    return { text: name, isCode: true, href: hrefOf.operation(placed, operation) };
  }
  const value = isOfParameter(text) ? parameterKeyword(text) : schemaKeyword(text);
  return { text: String(value), isCode: typeof value !== 'number', href: null };
}

/** The value as Markdown. */
export function valueMarkdown({ text, isCode, href }: ContractValue): string {
  const shown = isCode ? `\`${text}\`` : text;
  return href === null ? shown : `[${shown}](${href})`;
}

/** `API#operationId.PARAMETER.KEYWORD` has two dots after the name, `API#Schema.KEYWORD` has one. */
function isOfParameter(text: string): boolean {
  return /^[^.]+#[^./]+\.[^./]+\.[^./]+$/.test(text);
}

function errorValue(text: string): ContractValue {
  const [api = '', code = ''] = text.split(':');
  const { placed } = errorOf(api, code);
  return { text: code, isCode: true, href: hrefOf.error(placed, code) };
}

function enumValue(text: string, contracts: readonly string[]): ContractValue {
  if (contracts.length === 0)
    throw new UnknownName(`{{${text}}} needs the front matter key "contracts" with the API it comes from`);
  const [schema = '', ...rest] = text.split('.');
  const value = rest.join('.');
  const isNamed = value !== '' && contracts.some((id) => hasSchema(id, schema.split('/')[0] ?? ''));
  const isKnown = isNamed
    ? contracts.some(
        (id) => hasSchema(id, schema.split('/')[0] ?? '') && enumValues(`${id}#${schema}`).includes(value),
      )
    : contracts.some((id) => allEnumValues(apiOf(id)).has(text));
  if (!isKnown)
    throw new UnknownName(
      `no enumeration of ${contracts.join(', ')} has the value ${isNamed ? value : text}`,
    );
  return { text: isNamed ? value : text, isCode: true, href: null };
}

function hasSchema(api: string, name: string): boolean {
  return apiOf(api).api.schemas.some((schema) => schema.name === name);
}
