import { startAdapter } from '../mutants/adapter.ts';
import { sample } from '../mutants/sample.ts';
import { useVirtualTime } from '../mutants/use-virtual-time.ts';
import { FRAMEWORKS } from './frameworks.ts';
import { PACES } from './paces.ts';
import { testVariants } from './test-variants.ts';
import { VARIANTS } from './variants.ts';

useVirtualTime();

testVariants('tech-adapter', sample([...VARIANTS, ...FRAMEWORKS, ...PACES], 4), startAdapter);
