import { type CustomUrlPickerHandlers, CustomUrlPickerProblem } from '@tessera/reference-servers/kit';

/** The available items, always in the same order. Replace it with a call to your source. */
const items = [
  'Berlin',
  'Bern',
  'Dublin',
  'Lisbon',
  'Milan',
  'Oslo',
  'Paris',
  'Prague',
  'Rome',
  'Vienna',
  'Warsaw',
].map((value, index) => ({ id: `city-${index + 1}`, value }));

export const handlers: CustomUrlPickerHandlers = {
  // `offset` counts items, not pages. The body has the values of other form fields.
  retrieveValues: ({ query: { filter = '', offset, limit } }) => {
    const fitting = items.filter(({ id, value }) =>
      `${id} ${value}`.toLowerCase().includes(filter.toLowerCase()),
    );
    return fitting.slice(offset, offset + limit);
  },

  // Reports every selected item that is no longer available.
  validate: ({ body }) => {
    const gone = body.selectedObjects.filter((chosen) => !items.some(({ id }) => id === chosen.id));
    const [first, ...also] = gone.map(({ id }) => new CustomUrlPickerProblem('SELECTION_UNKNOWN', { id }));
    if (first !== undefined) throw first.with({ also });
    return 'OK';
  },
};
