/** Why a task could not be done, as a sentence for the caller. */
export class TaskFailure extends Error {
  override readonly name = 'TaskFailure';
}
