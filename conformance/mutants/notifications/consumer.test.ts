import { judgeTheJudge } from '../judge.ts';
import { SECRET, startConsumer } from './consumer.ts';
import { consumerMutants } from './mutants.ts';

judgeTheJudge({
  contract: 'notifications',
  mutants: consumerMutants,
  beyond: [],
  start: startConsumer,
  options: { headers: { authorization: SECRET }, promptness: 100 },
});
