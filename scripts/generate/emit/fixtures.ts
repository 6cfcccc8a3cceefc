import type { Api, Body, Example, Model, Response } from '../model.ts';
import { camelCase, type EmittedFile, header, literal } from './file.ts';

/** `fixtures/<api>.js`: examples by operation, for the request and by status. */
export function emitFixtures(api: Api): EmittedFile[] {
  const byName = (examples: readonly Example[]) =>
    Object.fromEntries(examples.map(({ name, summary, value }) => [name, { summary, value }]));
  const entry = (body: Body | undefined, responses: readonly Response[]) => ({
    request: byName(body?.examples ?? []),
    responses: Object.fromEntries(responses.map(({ status, examples }) => [status, byName(examples)])),
  });
  const fixtures = Object.fromEntries([
    ...api.operations.map(({ id, body, responses }) => [id, entry(body, responses)]),
    ...api.webhooks.map(({ name, body }) => [name, entry(body, [])]),
  ]);
  const name = `${camelCase(api.id)}Fixtures`;
  const intro = header(api.bundle.file.path);
  return [
    { path: `fixtures/${api.id}.js`, text: `${intro}export const ${name} = ${literal(fixtures)};\n` },
    {
      path: `fixtures/${api.id}.d.ts`,
      text: `${intro}import type { Fixtures } from '../vocabulary.js';\n\nexport declare const ${name}: Fixtures;\n`,
    },
  ];
}

/** `fixtures/descriptors.js`: the descriptor samples by name. */
export function emitDescriptors(model: Model): EmittedFile[] {
  const intro = header('specs/examples/descriptors.yaml');
  const samples = Object.fromEntries(
    model.descriptors.map(({ name, summary, kind, valid, text, json }) => [
      name,
      { summary, descriptorKind: kind, valid, text, json },
    ]),
  );
  const names = model.descriptors.map(({ name }) => JSON.stringify(name)).join(' | ');
  return [
    { path: 'fixtures/descriptors.js', text: `${intro}export const descriptors = ${literal(samples)};\n` },
    {
      path: 'fixtures/descriptors.d.ts',
      text: `${intro}import type { DescriptorFixture } from '../vocabulary.js';\n\nexport type DescriptorName = ${names || 'never'};\nexport declare const descriptors: { readonly [name in DescriptorName]: DescriptorFixture };\n`,
    },
  ];
}
