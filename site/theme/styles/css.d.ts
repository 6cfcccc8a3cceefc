/** The address of a style sheet of a part. */
declare module '*.css?url' {
  const url: string;
  export default url;
}
declare module '*.css';
