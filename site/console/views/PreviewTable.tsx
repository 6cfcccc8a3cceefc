import type { PreviewOperation, ProvisioningPreview } from '@tessera/contracts/types/coordinator-v2';
import { shortName } from '../model/format.ts';
import type { PlanUnit } from '../model/plan.ts';
import { describeAction, describeReason } from '../model/preview-reason.ts';
import { Empty } from '../parts/Notice.tsx';

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
        <table className="rows">
          <caption className="visually-hidden">What would be done, in this order</caption>
          <thead>
            <tr>
              <th scope="col">Component</th>
              <th scope="col">Operation</th>
              <th scope="col">Reason</th>
            </tr>
          </thead>
          <tbody>
            {all.map((operation) => (
              <OperationRow
                key={operation.componentId}
                operation={operation}
                isConflicting={conflicting.has(operation.componentId)}
                nameOf={nameOf}
              />
            ))}
          </tbody>
        </table>
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
          {isConflicting && (
            <span className="status" data-tone="bad">
              <span className="status-sign" aria-hidden="true" />
              Conflict
            </span>
          )}
        </span>
      </td>
      <td data-label="Reason">{describeReason(operation, nameOf)}</td>
    </tr>
  );
}
