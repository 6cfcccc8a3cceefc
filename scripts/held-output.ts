/** Keeps what one process prints for as long as another one prints; then shows it, and what follows at once. */
export class HeldOutput {
  #held: Buffer[] | undefined = [];
  readonly #show: (chunk: Buffer) => void;

  constructor(show: (chunk: Buffer) => void = (chunk) => process.stdout.write(chunk)) {
    this.#show = show;
  }

  write(chunk: Buffer): void {
    if (this.#held === undefined) this.#show(chunk);
    else this.#held.push(chunk);
  }

  release(): void {
    for (const chunk of this.#held ?? []) this.#show(chunk);
    this.#held = undefined;
  }
}
