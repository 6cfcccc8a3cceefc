import { readDescriptor } from '@tessera/client/descriptor';
import { type PlanUnit, readUnit } from './plan.ts';

/** The unit of a descriptor, or the error in its text. */
export type ReadDraft = { readonly unit: PlanUnit } | { readonly problem: string };

/** Parses the text that a user has entered. */
export function readDraft(text: string): ReadDraft {
  if (text.trim() === '') return { problem: 'Enter the descriptor of a unit, or load the sample.' };
  try {
    const { component } = readDescriptor(text);
    const unit = component === undefined ? readUnit(text) : undefined;
    return unit === undefined
      ? { problem: 'This is the descriptor of a component. Enter that of its unit.' }
      : { unit };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
