import type { Context } from '../../context.ts';
import { saveAdapter, saveDeployment } from './adapters.ts';
import { type Registration, toDeploymentProperties } from './guardian.ts';

/** Registers a tech adapter in an environment, replacing its earlier registration. */
export async function registerTemplate(context: Context, registration: Registration): Promise<void> {
  const { db, clock, changes } = context;
  const { id, name, version, description, url, environment } = registration;
  await db.transaction().execute(async (tx) => {
    await saveAdapter(tx, { id, name, version, ...(description === undefined ? {} : { description }) });
    const properties = await toDeploymentProperties(tx, context, registration);
    const deployment = { url, enabled: true, ...(properties === undefined ? {} : { properties }) };
    await saveDeployment(tx, id, environment, deployment, clock.now());
  });
  changes.publish({ kind: 'adapter', id });
}
