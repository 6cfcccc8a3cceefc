import { buildModel } from '../generate/build-model.ts';
import { emitQuickly } from '../generate/emit/all.ts';
import type { EmittedFile } from '../generate/emit/file.ts';
import type { Specs } from '../generate/load.ts';
import { Problems } from '../generate/problems.ts';

/** Emits the files that differ from those of the unchanged specs. */
export class ChangedTables {
  private readonly version: string;
  private readonly before: ReadonlyMap<string, string>;

  constructor(specs: Specs, version: string) {
    this.version = version;
    this.before = new Map(this.#emit(specs).map(({ path, text }) => [path, text]));
  }

  /**
   * The files that the specs change. Output that the generator would reject (an example that no longer fits, a state
   * without a transition) is emitted nevertheless: the tests of the other rooms must detect it.
   */
  of(specs: Specs): EmittedFile[] {
    return this.#emit(specs).filter(({ path, text }) => this.before.get(path) !== text);
  }

  #emit(specs: Specs): EmittedFile[] {
    return emitQuickly(buildModel({ ...specs, problems: new Problems() }), this.version);
  }
}
