/** True when the reference servers or the platform serve this site: then a request can be tried on the spot. */
export async function areServersUp(health: string | null): Promise<boolean> {
  if (!health) return false;
  try {
    const answer: unknown = await (await fetch(health)).json();
    return typeof answer === 'object' && answer !== null && 'status' in answer && answer.status === 'ok';
  } catch {
    return false;
  }
}
