import { expect, it } from 'vitest';
import { requestTabs } from './requests.ts';

it('leaves out a language that the page has a program in', () => {
  const tabs = [...requestTabs(['governance#evaluate', 'without=python']).matchAll(/^::: tab (.+)$/gm)];
  expect(tabs.map(([, label]) => label)).toEqual(['curl', 'Java']);
});
