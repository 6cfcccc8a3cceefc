import { type Answers, type Asked, byName, membersOf } from './asked.ts';

/** Operations on agents, their tasks and their models. */
export function assistantAnswers(asked: Asked): Answers {
  const { path, body, example, ok, refuse, store } = asked;
  const isTaken = (): boolean =>
    store.all('agents').some(({ id: other, name }) => other !== path['id'] && name === body['name']);
  return {
    ...modelAnswers(asked),
    'assistant.runTask': () =>
      ok({ ...membersOf(example), session_id: body['session_id'] ?? crypto.randomUUID() }),
    'assistant.listAgents': () => ok(byName(store.all('agents'))),
    'assistant.createAgent': () => {
      if (isTaken()) return refuse();
      const agent = { active: true, ...body, id: crypto.randomUUID() };
      return store.keep('agents', agent.id, agent);
    },
    'assistant.getAgent': () => store.look('agents', path['id']),
    'assistant.updateAgent': () => (isTaken() ? refuse() : store.change('agents', path['id'], body)),
    'assistant.deleteAgent': () => store.remove('agents', path['id']),
  };
}

function modelAnswers({ memory, body, ok, unknown }: Asked): Answers {
  const model = (name: string): Answers => ({
    [`assistant.set${name}Config`]: () => {
      memory.models.set(name, { ...body, api_key: '********' });
      return ok(memory.models.get(name));
    },
    [`assistant.get${name}Config`]: () => {
      const known = memory.models.get(name);
      return known === undefined ? unknown() : ok(known);
    },
  });
  return { ...model('Llm'), ...model('Embedder') };
}
