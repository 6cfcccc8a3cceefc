import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node';
import type { EmittedFile } from '../generate/emit/file.ts';
import { type CopyOfRooms, copyRooms } from './copy-of-rooms.ts';

/** Rooms whose tests have a say; `scripts/` has none, for it would hear its own generator. */
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
    const failure = await bench.#firstFailure(bench.quick);
    if (failure === undefined) return bench;
    await bench.close();
    throw new Error(`${failure} fails without any change; mend it first`);
  }

  /** The first test file that fails when `generated/` holds these files, or `undefined` when none does. */
  async killerOf(changed: readonly EmittedFile[]): Promise<string | undefined> {
    const restore = changed.map(({ path, text }) =>
      this.#replace(join(this.rooms.folder, 'generated', path), text),
    );
    try {
      const order = [...this.quick].sort(
        (a, b) => Number(b.moduleId === this.#killer) - Number(a.moduleId === this.#killer),
      );
      for (const one of order) {
        const failure = await this.#firstFailure([one]);
        if (failure !== undefined) return failure;
      }
      return await this.#firstFailure(this.others);
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

  async #firstFailure(tests: readonly TestSpecification[]): Promise<string | undefined> {
    const { testModules } = await this.vitest.runTestSpecifications([...tests]);
    const failed = testModules.find((module) => !module.ok());
    if (failed === undefined) return undefined;
    this.#killer = failed.moduleId;
    return failed.relativeModuleId;
  }
}
