/**
 * The npm scope of every package. To change it, edit this line and run `npm run check -- --only scope --write`, then
 * `npm run generate` and `npm install`.
 */
export const SCOPE = '@tessera';
