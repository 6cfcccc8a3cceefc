import type { CoordinatorV2Handlers } from '@tessera/contracts/handlers/coordinator-v2';
import type {
  ComponentProvisioning,
  DeploymentUnitProvisioning,
} from '@tessera/contracts/types/coordinator-v2';
import { Problem } from '@tessera/reference-servers/harness';
import type { Context } from '../../context.ts';
import { readUnit as readDescriptor } from '../../descriptor/read-unit.ts';
import { unitStatus } from '../../planning/unit-status.ts';
import { readUnit, type StoredComponent, type Unit } from './unit-store.ts';

type Units = Pick<CoordinatorV2Handlers, 'getDeploymentUnitStatus' | 'getComponentStatus'>;

/** The operations that read what is deployed. */
export function createUnits({ db }: Context): Units {
  return {
    async getDeploymentUnitStatus({ path, query }) {
      const unit = await readUnit(db, path['deployment-unit-id'], query.environment);
      return { status: 200, body: viewUnit(unit, query['include-descriptor']) };
    },
    async getComponentStatus({ path, query }) {
      const { environment } = query;
      const unitId = path['deployment-unit-id'];
      const componentId = path['component-id'];
      const unit = await readUnit(db, unitId, environment);
      if (unit === undefined) throw new Problem('COR_UNIT_NOT_FOUND', { unitId, environment });
      const component = unit.components.find(({ component_id }) => component_id === componentId);
      if (component === undefined) {
        throw new Problem('COR_COMPONENT_NOT_FOUND', { unitId, componentId, environment });
      }
      return { status: 200, body: viewComponent(component, query['include-descriptor']) };
    },
  };
}

/** A unit that was never provisioned is not deployed, and has no details. */
function viewUnit(unit: Unit | undefined, includeDescriptor: boolean): DeploymentUnitProvisioning {
  if (unit === undefined) return { status: 'NOT_DEPLOYED' };
  const { state, components, activePlanId } = unit;
  const componentsStatus = components.map(({ component_id, status }) => ({
    componentId: component_id,
    status,
  }));
  const infos = components.flatMap(({ component_id, info }) => (info === null ? [] : [[component_id, info]]));
  return {
    status: unitStatus({
      components: componentsStatus,
      isBusy: activePlanId !== undefined,
      isCorrupt: state?.is_corrupt === true,
    }),
    provisioningDetails: {
      ...(state === undefined ? {} : { descriptorVersion: state.version }),
      ...(state !== undefined && includeDescriptor
        ? { descriptor: { ...readDescriptor(state.descriptor).unit?.fields } }
        : {}),
      provisioningInfo: Object.fromEntries(infos),
      componentsStatus,
    },
  };
}

function viewComponent(component: StoredComponent, includeDescriptor: boolean): ComponentProvisioning {
  const { status, version, descriptor, info } = component;
  return {
    status,
    provisioningDetails: {
      descriptorVersion: version,
      ...(includeDescriptor ? { descriptor } : {}),
      ...(info === null ? {} : { provisioningInfo: info }),
    },
  };
}
