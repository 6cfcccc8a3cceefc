import { type CustomUrlPickerKinds, customUrlPicker } from '@tessera/contracts/calls/custom-url-picker';
import type { Operations } from '@tessera/contracts/types/custom-url-picker';
import { createClient } from './create-client.ts';
import type { ClientOptions } from './options.ts';
import type { ApiClient } from './types.ts';

/** Client of a custom URL picker; its functions are the operations of the Custom URL Picker API. */
export type CustomUrlPicker = ApiClient<Operations, CustomUrlPickerKinds>;

/** Creates the client of a custom URL picker. Throws `TypeError` for an invalid `baseUrl`. */
export function createCustomUrlPicker(options: ClientOptions): CustomUrlPicker {
  return createClient<Operations, CustomUrlPickerKinds>(customUrlPicker, options);
}
