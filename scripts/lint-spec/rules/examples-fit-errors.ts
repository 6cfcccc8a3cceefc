import type { LintRule } from '../rule.ts';

export const examplesFitErrors: LintRule = {
  id: 'examples-fit-errors',
  sentence: 'The example of an error response is an error that the operation lists for its status.',
  check(api, report, model) {
    const catalog = new Map(model.errors.map((error) => [error.code, error]));
    for (const { id, pointer, errors, responses } of api.operations) {
      for (const { status, examples } of responses) {
        const listed = errors[status] ?? [];
        const texts = listed.flatMap((code) => {
          const error = catalog.get(code);
          // A body can contain the code in the place of the message.
          const said = [error?.message, error?.userMessage, error?.wire === '/error' ? code : undefined];
          return said.flatMap((text) => (text ? [patternOf(text)] : []));
        });
        for (const { name, value } of listed.length > 0 ? examples : []) {
          const message = messageOf(value);
          if (message !== undefined && !texts.some((text) => text.test(message)))
            report(
              `${pointer}/responses/${status}`,
              `the example ${name} of ${id} says "${message}", which no error of ${listed.join(', ')} says`,
            );
        }
      }
    }
  },
};

/** The first message of an error body, in any of its formats. */
function messageOf(body: unknown): string | undefined {
  const { errors, error, detail } = Object(body);
  const found = errors?.[0] ?? error?.message ?? error ?? detail;
  return typeof found === 'string' ? found : undefined;
}

/** What a message looks like whose {names} are filled in. */
function patternOf(template: string): RegExp {
  const parts = template.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`, 's');
}
