import { asArray, asObject, asString } from '../generate/json.ts';
import { compareRest, isRequired } from './compare-rest.ts';
import { compareSchemas } from './compare-schemas.ts';
import { compareParameterKeys } from './compare-vocabulary.ts';
import { type Exchange, type Flow, requestOf } from './flow.ts';
import {
  come,
  followed,
  gone,
  keysOf,
  member,
  memberPair,
  type Pair,
  pairAt,
  type Side,
  tell,
} from './sides.ts';

/** Keys of a parameter or header that change its serialization, and their defaults. */
function formsOf({ value }: Side): { readonly [key: string]: unknown } {
  const { style, explode, in: place } = asObject(value);
  const usual = place === 'query' || place === 'cookie' ? 'form' : 'simple';
  const written = style ?? usual;
  return { style: written, explode: explode ?? written === 'form' };
}

const FLAGS_OF_FORM = ['allowReserved', 'allowEmptyValue'];

/** Reports changed parameters of an operation; those of its path belong to it. */
export function compareParameters(
  paths: Pair,
  operation: Pair,
  exchange: Exchange,
  areRenamed: boolean,
): void {
  const before = parametersOf(paths.base, operation.base);
  const after = parametersOf(paths.head, operation.head);
  const { changes } = exchange;
  const { roles } = requestOf(exchange);
  // A renamed path parameter is reported once, where the path is compared.
  const isTold = (key: string) => areRenamed && key.startsWith('path ');
  for (const [key, head] of after) {
    const base = before.get(key);
    if (base !== undefined) compareParameter({ base, head }, exchange);
    else if (!isTold(key)) {
      const kind = isRequired(head) ? 'required-parameter-added' : 'parameter-added';
      changes.add(
        kind,
        come(head),
        roles,
        `the ${isRequired(head) ? 'required' : 'optional'} parameter ${key} came`,
      );
    }
  }
  for (const [key, base] of before) {
    if (after.has(key) || isTold(key)) continue;
    const kind = isRequired(base) ? 'required-parameter-removed' : 'parameter-removed';
    changes.add(kind, gone(base), roles, `the parameter ${key} went`);
  }
}

function parametersOf(path: Side, operation: Side): Map<string, Side> {
  const found = new Map<string, Side>();
  for (const holder of [path, operation]) {
    const list = member(holder, 'parameters');
    for (const index of asArray(list.value).keys()) {
      const side = followed(member(list, index));
      const { in: place, name } = asObject(side.value);
      found.set(`${asString(place)} ${asString(name)}`, side);
    }
  }
  return found;
}

function compareParameter(pair: Pair, exchange: Exchange): void {
  const flow = requestOf(exchange);
  const [was, is] = [isRequired(pair.base), isRequired(pair.head)];
  if (was !== is) {
    const place = pairAt(pair, 'required');
    exchange.changes.add(
      is ? 'parameter-became-required' : 'parameter-became-optional',
      place,
      flow.roles,
      is ? 'became required' : 'is no longer required',
    );
  }
  compareForm(pair, flow);
  compareParameterKeys(pair, exchange.changes);
  compareRest(pair, exchange, [
    'name',
    'in',
    'required',
    'schema',
    'content',
    'style',
    'explode',
    'x-dp-since',
    'x-dp-names',
    'x-dp-selects',
    ...FLAGS_OF_FORM,
  ]);
}

/** How a parameter or header is serialized, and which values it allows. */
export function compareForm(pair: Pair, flow: Flow): void {
  const forms = { base: formsOf(pair.base), head: formsOf(pair.head) };
  for (const key of ['style', 'explode']) {
    if (forms.base[key] === forms.head[key]) continue;
    flow.changes.add(
      'parameter-rewritten',
      pairAt(pair, key),
      flow.roles,
      `\`${key}\` was ${String(forms.base[key])}, is ${String(forms.head[key])}`,
    );
  }
  for (const key of FLAGS_OF_FORM) {
    const flag = pairAt(pair, key);
    if ((flag.base.value === true) !== (flag.head.value === true))
      flow.changes.add('parameter-rewritten', flag, flow.roles, `\`${key}\` ${tell(flag)}`);
  }
  const content = memberPair(pair, 'content');
  if (
    keysOf({ base: content.base, head: content.base }).join() !==
    keysOf({ base: content.head, head: content.head }).join()
  ) {
    flow.changes.add('parameter-rewritten', content, flow.roles, 'is written as another media type');
    return;
  }
  for (const type of keysOf(content)) compareSchemas(memberPair(memberPair(content, type), 'schema'), flow);
  compareSchemas(memberPair(pair, 'schema'), flow);
}
