import { testBench } from '../test-bench.ts';
import { useVirtualTime } from '../use-virtual-time.ts';

useVirtualTime();

testBench('data-catalog-plugin');
