import { judgeTheJudge } from '../judge.ts';
import { useVirtualTime } from '../virtual-time.ts';
import { SECRET, startConsumer } from './consumer.ts';
import { consumerMutants } from './mutants.ts';

useVirtualTime();

judgeTheJudge({
  contract: 'notifications',
  mutants: consumerMutants,
  // Where nobody takes anything the run stays open: how to answer is not described.
  beyond: ['WH-15'],
  start: startConsumer,
  options: { headers: { authorization: SECRET }, promptness: 100 },
});
