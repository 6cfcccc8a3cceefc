/** Thrown when a step of a command failed; its message has been printed. */
export class JourneyFailed extends Error {
  override readonly name = 'JourneyFailed';
}
