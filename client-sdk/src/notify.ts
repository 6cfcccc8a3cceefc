/** Calls an observer, which must not change the outcome of a call that the server has already carried out. */
export async function notify<Event>(
  observer: ((event: Event) => unknown) | undefined,
  event: Event,
): Promise<void> {
  try {
    await observer?.(event);
  } catch {}
}
