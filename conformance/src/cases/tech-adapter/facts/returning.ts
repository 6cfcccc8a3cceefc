import { asOthersWriteIt } from '../../../checks/other-hands.ts';
import { bisect } from '../../../suite/bisect.ts';
import type { Sample } from '../samples.ts';
import type { Requests } from './requests.ts';

/** A stopped component is provisioned again, and removed with its data, both with an unusual descriptor format. */
export function createReturning(
  component: Sample,
  after: () => Promise<unknown>,
  { deployment, removal }: Requests,
) {
  const form = { descriptor: asOthersWriteIt(component.descriptor) };
  const provisionStopped = bisect({
    send: (label, more) => deployment(component, label, more),
    label: 'provision a terminated component',
    variations: { form },
    after: [after],
  });
  const unprovisionStoppedAgain = bisect({
    send: (label, more) => removal(component, label, more, []),
    label: 'unprovision a terminated component, with its data',
    variations: { data: { removeData: true }, form },
    after: [provisionStopped.read],
  });
  return { provisionStopped, unprovisionStoppedAgain };
}
