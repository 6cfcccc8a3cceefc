/** Does nothing outside Node: other runtimes do not count the listeners of a signal. */
export function allowManyListeners(_signal: AbortSignal | undefined): void {}
