import { oneIn } from '../../scripts/test-cases.js';
import { startAdapter } from '../mutants/adapter.ts';
import { useVirtualTime } from '../mutants/use-virtual-time.ts';
import { FRAMEWORKS } from './frameworks.ts';
import { PACES } from './paces.ts';
import { testVariants } from './test-variants.ts';
import { VARIANTS } from './variants.ts';

useVirtualTime();

testVariants('tech-adapter', oneIn(4, [...VARIANTS, ...FRAMEWORKS, ...PACES]), startAdapter);
