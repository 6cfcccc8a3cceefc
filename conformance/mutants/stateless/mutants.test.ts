import { testBench } from '../test-bench.ts';
import { useVirtualTime } from '../use-virtual-time.ts';
import { STATELESS } from './mutants.ts';

useVirtualTime();

for (const { contract } of STATELESS) testBench(contract);
