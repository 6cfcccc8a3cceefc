import type { CoordinatorV2Handlers } from '@tessera/contracts/handlers/coordinator-v2';
import { Problem } from '@tessera/reference-servers/harness';
import type { Context } from '../../context.ts';
import {
  findAdapter,
  findDeployment,
  removeAdapter,
  removeDeployment,
  saveAdapter,
  saveDeployment,
  searchAdapters,
} from './adapters.ts';

type Registry = Pick<
  CoordinatorV2Handlers,
  | 'listTechAdapters'
  | 'upsertTechAdapter'
  | 'getTechAdapter'
  | 'deleteTechAdapter'
  | 'getTechAdapterDeployment'
  | 'putTechAdapterDeployment'
  | 'deleteTechAdapterDeployment'
>;

/** The operations of the tech adapter registry. */
export function createRegistry({ db, clock, changes }: Context): Registry {
  const adapterOf = async (id: string) => {
    const adapter = await findAdapter(db, id);
    if (adapter === undefined) throw new Problem('COR_TECH_ADAPTER_NOT_FOUND', { id });
    return adapter;
  };
  const changed = (id: string): void => changes.publish({ kind: 'adapter', id });
  return {
    async listTechAdapters({ query }) {
      const { limit, offset } = query;
      const order = query['sort-order'];
      const { adapters, total } = await searchAdapters(db, { ...query, order, limit, offset });
      return { status: 200, body: { data: adapters, meta: { pagination: { limit, offset, total } } } };
    },
    async upsertTechAdapter({ body }) {
      await saveAdapter(db, body);
      changed(body.id);
      return { status: 200, body: await adapterOf(body.id) };
    },
    async getTechAdapter({ path }) {
      return { status: 200, body: await adapterOf(path.id) };
    },
    async deleteTechAdapter({ path: { id } }) {
      if (!(await removeAdapter(db, id))) throw new Problem('COR_TECH_ADAPTER_NOT_FOUND', { id });
      changed(id);
      return { status: 204 };
    },
    async getTechAdapterDeployment({ path: { id, environment } }) {
      await adapterOf(id);
      const deployment = await findDeployment(db, id, environment);
      if (deployment === undefined) throw new Problem('COR_DEPLOYMENT_NOT_FOUND', { id, environment });
      return { status: 200, body: deployment };
    },
    async putTechAdapterDeployment({ path: { id, environment }, body }) {
      await adapterOf(id);
      const stored = await saveDeployment(db, id, environment, body, clock.now());
      changed(id);
      return { status: 200, body: stored };
    },
    async deleteTechAdapterDeployment({ path: { id, environment } }) {
      await adapterOf(id);
      if (!(await removeDeployment(db, id, environment)))
        throw new Problem('COR_DEPLOYMENT_NOT_FOUND', { id, environment });
      changed(id);
      return { status: 204 };
    },
  };
}
