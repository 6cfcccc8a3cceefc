type Decode = (
  bytes: Uint8Array,
  options: { readonly finishFlush: number },
  done: (error: Error | null, decoded: Uint8Array) => void,
) => void;

type Zlib = Readonly<Record<'brotliDecompress' | 'gunzip' | 'inflate' | 'inflateRaw', Decode>> & {
  readonly constants: Readonly<Record<'BROTLI_OPERATION_FLUSH' | 'Z_SYNC_FLUSH', number>>;
};

declare const process: { getBuiltinModule(name: 'zlib'): Zlib };

/**
 * Undoes what a `Content-Encoding` names (RFC 9110, 8.4), as `fetch` does: what ends too early is given as far as it came,
 * and what an unknown coding has made stays as it is. Node only. Rejects for bytes that the coding cannot have made.
 */
export async function decodeContent(bytes: Uint8Array, header: string): Promise<Uint8Array> {
  let decoded = bytes;
  for (const coding of header.toLowerCase().split(',').reverse()) {
    const decode = decoderOf(coding.trim(), decoded);
    if (!decode) break;
    decoded = await decode(decoded);
  }
  return decoded;
}

function decoderOf(coding: string, [first = 0]: Uint8Array) {
  const zlib = process.getBuiltinModule('zlib');
  const { BROTLI_OPERATION_FLUSH, Z_SYNC_FLUSH } = zlib.constants;
  const by = (decode: Decode, finishFlush: number) => (bytes: Uint8Array) =>
    new Promise<Uint8Array>((resolve, reject) => {
      decode(bytes, { finishFlush }, (error, decoded) => (error ? reject(error) : resolve(decoded)));
    });
  if (/^(x-)?gzip$/.test(coding)) return by(zlib.gunzip, Z_SYNC_FLUSH);
  if (coding === 'br') return by(zlib.brotliDecompress, BROTLI_OPERATION_FLUSH);
  // Many servers leave out the zlib format that belongs around it (RFC 9110, 8.4.1.2).
  if (coding === 'deflate') return by((first & 15) === 8 ? zlib.inflate : zlib.inflateRaw, Z_SYNC_FLUSH);
  return undefined;
}
