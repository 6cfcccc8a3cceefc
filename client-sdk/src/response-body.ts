/** The body of a response, to be read once. */
export interface ResponseBody {
  /** The body as a stream; without it, `text` reads all of the body before its size is known. */
  readonly body?: BodyStream | null;
  /** The body, decoded from UTF-8. */
  text(): Promise<string>;
}

/** The subset of `ReadableStream` that the client uses. */
export interface BodyStream {
  /** Locks the stream and reads it piece by piece. */
  getReader(): { read(): Promise<{ readonly value?: Uint8Array | undefined }> };
}

/** Throws `RangeError` for a body of more bytes, or characters, than allowed. */
export function checkSize(size: number, most: number): void {
  if (size > most) throw new RangeError(`over ${most} bytes, see maxResponseBytes`);
}
