import { readDescriptor } from '@tessera/client/descriptor';
import { type PlanUnit, readUnit } from './plan.ts';

/** The unit of a descriptor, or the error in its text. */
export type ReadDraft =
  | {
      readonly unit: PlanUnit;
      /** The environment that the descriptor names; a validation is about that one. */
      readonly environment: string | undefined;
    }
  | { readonly problem: string };

/** Parses the text that a user has entered. */
export function readDraft(text: string): ReadDraft {
  if (text.trim() === '') return { problem: 'Enter the descriptor of a unit, or load the sample.' };
  try {
    const { component, system } = readDescriptor(text);
    const { environment }: Record<string, unknown> = { ...system };
    const unit = component === undefined ? readUnit(text) : undefined;
    return unit === undefined
      ? { problem: 'This is the descriptor of a component. Enter that of its unit.' }
      : { unit, environment: typeof environment === 'string' ? environment : undefined };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
