import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node';
import type { EmittedFile } from '../generate/emit/file.ts';
import { type CopyOfRooms, copyRooms } from './copy-of-rooms.ts';

/** Rooms whose tests count; the tests of `scripts/` do not, because they would notice their generator. */
const ROOMS = ['client-sdk', 'reference-servers', 'conformance'];
/** The quick tests, which compare the tables with the facts of the requirement. */
const FACTS = 'conformance/facts';

/** Runs the tests of the other rooms against a changed `generated/`, in a copy. */
export class TestBench {
  /** Path of the test file that failed last: the likeliest to fail again. */
  #killer = '';
  private readonly rooms: CopyOfRooms;
  private readonly vitest: Vitest;
  private readonly quick: readonly TestSpecification[];
  private readonly others: readonly TestSpecification[];

  private constructor(rooms: CopyOfRooms, vitest: Vitest, all: readonly TestSpecification[]) {
    this.rooms = rooms;
    this.vitest = vitest;
    const isQuick = ({ moduleId }: TestSpecification) => moduleId.includes(`/${FACTS}/`);
    this.quick = all.filter(isQuick);
    this.others = all.filter((one) => !isQuick(one));
  }

  /** Copies the rooms and proves that their quick tests pass while nothing is changed. */
  static async open(root: string): Promise<TestBench> {
    const rooms = copyRooms(root);
    const vitest = await createVitest('test', {
      root: rooms.folder,
      project: ROOMS,
      watch: false,
      reporters: [{}],
      pool: 'threads',
      isolate: false,
      fileParallelism: false,
      cache: false,
    });
    await vitest.standalone();
    const bench = new TestBench(rooms, vitest, await vitest.globTestSpecifications());
    if (bench.quick.length === 0) throw new Error(`there are no tests in ${FACTS}`);
    const [broken] = await bench.#failures(bench.quick);
    if (broken === undefined) return bench;
    await bench.close();
    throw new Error(`${broken.relativeModuleId} fails without any change; mend it first`);
  }

  /** A test file that fails when `generated/` holds these files, or `undefined` when none does. */
  async killerOf(changed: readonly EmittedFile[]): Promise<string | undefined> {
    if (changed.length === 0) return undefined;
    const likeliest = [...this.quick].sort(
      (a, b) => Number(b.moduleId === this.#killer) - Number(a.moduleId === this.#killer),
    );
    for (const one of likeliest) {
      const [failed] = await this.#failuresWith(changed, [one]);
      if (failed === undefined) continue;
      this.#killer = failed.moduleId;
      return failed.relativeModuleId;
    }
    // A slow test may fail for an unrelated reason: it counts when it passes again without the change.
    for (const failed of await this.#failuresWith(changed, this.others)) {
      const [still] = await this.#failures(
        this.others.filter(({ moduleId }) => moduleId === failed.moduleId),
      );
      if (still === undefined) return failed.relativeModuleId;
    }
    return undefined;
  }

  async #failuresWith(
    changed: readonly EmittedFile[],
    tests: readonly TestSpecification[],
  ): Promise<TestModule[]> {
    const restore = changed.map(({ path, text }) =>
      this.#replace(join(this.rooms.folder, 'generated', path), text),
    );
    try {
      return await this.#failures(tests);
    } finally {
      for (const undo of restore) undo();
    }
  }

  async close(): Promise<void> {
    await this.vitest.close();
    this.rooms.remove();
  }

  #replace(path: string, text: string): () => void {
    const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
    writeFileSync(path, text);
    this.vitest.invalidateFile(path);
    return () => {
      writeFileSync(path, before);
      this.vitest.invalidateFile(path);
    };
  }

  async #failures(tests: readonly TestSpecification[]): Promise<TestModule[]> {
    const { testModules } = await this.vitest.runTestSpecifications([...tests]);
    // The runner also reports modules of earlier runs.
    return testModules.filter(
      (module) => tests.some(({ moduleId }) => moduleId === module.moduleId) && !module.ok(),
    );
  }
}
