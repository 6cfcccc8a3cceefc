import type { PreviewOperation, ProvisioningPreview } from '@tessera/contracts/types/coordinator-v2';
import { shortName } from '../model/format.ts';
import type { PlanUnit } from '../model/plan.ts';
import { describeAction, describeReason } from '../model/preview-reason.ts';
import { Empty } from '../parts/Notice.tsx';
import { Rows } from '../parts/Rows.tsx';
import { Badge } from '../parts/Status.tsx';

/** The operations of a request, and their reasons. */
export function PreviewTable({
  preview,
  unit,
}: {
  preview: ProvisioningPreview;
  unit: PlanUnit | undefined;
}) {
  const { outcome, operations = [], conflictingOperations = [] } = preview;
  const names = new Map(unit?.components.map(({ id, name }) => [id, name]));
  const nameOf = (id: string): string => names.get(id) ?? shortName(id);
  const conflicting = new Set(conflictingOperations.map(({ componentId }) => componentId));
  const others = conflictingOperations.filter(
    ({ componentId }) => !operations.some((operation) => operation.componentId === componentId),
  );
  const all = [...operations, ...others];
  return (
    <>
      {outcome !== 'OK' && (
        <div className="notice notice-bad" role="alert">
          <p className="notice-title">The request contradicts itself.</p>
          <p>
            A component would be deployed without something that it depends on. Change what shall become of
            the components that are marked.
          </p>
        </div>
      )}
      {all.length === 0 ? (
        <Empty title="Nothing would be done." />
      ) : (
        <Rows columns={['Component', 'Operation', 'Reason']} caption="What would be done, in this order">
          {all.map((operation) => (
            <OperationRow
              key={operation.componentId}
              operation={operation}
              isConflicting={conflicting.has(operation.componentId)}
              nameOf={nameOf}
            />
          ))}
        </Rows>
      )}
    </>
  );
}

function OperationRow({
  operation,
  isConflicting,
  nameOf,
}: {
  operation: PreviewOperation;
  isConflicting: boolean;
  nameOf: (id: string) => string;
}) {
  return (
    <tr>
      <th scope="row">{nameOf(operation.componentId)}</th>
      <td data-label="Operation">
        <span className="pair">
          {describeAction(operation)}
          {isConflicting && <Badge tone="bad">Conflict</Badge>}
        </span>
      </td>
      <td data-label="Reason">{describeReason(operation, nameOf)}</td>
    </tr>
  );
}
