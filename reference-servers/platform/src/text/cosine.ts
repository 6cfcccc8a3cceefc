/** The similarity of two vectors, from -1 to 1; 0 when one of them is empty. */
export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [dot, lengthA, lengthB] = [0, 0, 0];
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const [x = 0, y = 0] = [a[at], b[at]];
    dot += x * y;
    lengthA += x * x;
    lengthB += y * y;
  }
  const product = Math.sqrt(lengthA * lengthB);
  return product === 0 ? 0 : dot / product;
}
