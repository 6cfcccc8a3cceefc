/** Hashes of the sources of the generated contracts. */
declare module '@tessera/contracts/manifest.json' {
  const manifest: { readonly specs: string };
  export default manifest;
}

declare module '@tessera/contracts/bundle/notifications.openapi.json' {
  const document: unknown;
  export default document;
}
