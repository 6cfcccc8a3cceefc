/** The address of a style sheet that a part brings with it. */
declare module '*.css?url' {
  const url: string;
  export default url;
}
declare module '*.css';
