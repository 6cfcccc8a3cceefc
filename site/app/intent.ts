/** Calls back for every element under the pointer, the finger or the focus; returns a function that stops it. */
export function listenToIntent(onIntent: (event: Event) => void): () => void {
  return listen(['mouseover', 'touchstart', 'focusin'], onIntent);
}

/** Calls back once, on the first interaction; returns a function that stops it. */
export function onFirstSign(callback: (event: Event) => void): () => void {
  const stop = listen(['pointermove', 'touchstart', 'scroll', 'keydown', 'focusin', 'click'], (event) => {
    stop();
    callback(event);
  });
  return stop;
}

function listen(types: readonly string[], onEvent: (event: Event) => void): () => void {
  for (const type of types) document.addEventListener(type, onEvent, { passive: true });
  return () => {
    for (const type of types) document.removeEventListener(type, onEvent);
  };
}
