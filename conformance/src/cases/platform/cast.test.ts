import { expect, it } from 'vitest';
import { schemasOf } from '../../suite/schemas.ts';
import { castOf } from './cast.ts';
import { mergePlatform } from './merged-contract.ts';

const contract = mergePlatform();
const cast = castOf(Object.values(contract.table.operations), schemasOf(contract.schemas));

it('scenarios find their operations by the declarations of the contract', () => {
  expect(cast.start).toBe('coordinator-v2.startProvisioning');
  expect(cast.deploy).toBe('coordinator-v1.deploy');
  expect(cast.preview()).toBe('coordinator-v2.previewProvisioning');
  expect(cast.judge()).toBe('coordinator-v1.validateDescriptor');
  expect(cast.beginner(cast.about('validate'))).toBe('coordinator-v2.startValidation');
  expect(cast.schedule()).toBe('governance.updateEvaluationStatus');
  expect(cast.conversation()).toBe('assistant.runTask');
  expect(cast.secretSetters()).toEqual(['assistant.setLlmConfig', 'assistant.setEmbedderConfig']);
});

it('and report a missing operation or link', () => {
  expect(() => cast.about('nothing')).toThrow('no operation of the platform is about nothing');
  expect(() => cast.about('policies')).toThrow('more than one operation of the platform is about policies');
  expect(() => cast.link(cast.start, 'nowhere')).toThrow('startProvisioning has no link nowhere');
});

it('parameters are found by their declared role', () => {
  expect(cast.where(cast.start)).toBe('environment');
  expect(cast.toggle(cast.start)).toBe('unsafe');
  expect(cast.place(cast.component(), 'component')).toBe('component-id');
});
