/** Why a task failed, as a sentence for the caller. */
export class TaskFailure extends Error {
  override readonly name = 'TaskFailure';
}
