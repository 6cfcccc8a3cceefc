/** The part of the package that the build uses; it brings no types. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      readonly targetFormat: 'woff2';
      /** Tags of the OpenType features that stay; without it, all of them. */
      readonly keepFeatures: readonly string[];
      readonly variationAxes: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
    },
  ): Promise<Uint8Array>;
}
