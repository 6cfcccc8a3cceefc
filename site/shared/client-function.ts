/** Name of the SDK's function that makes a client of an API. */
export function clientFunction(api: string): string {
  const words = api.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `create${words.join('')}`;
}
