import { type Adapter, type Habits, startServer } from './server.ts';
import { createTechAdapter } from './tech-adapter.ts';

/** Serves a small tech adapter until the caller closes it. */
export function startAdapter(habits: Partial<Habits> = {}): Promise<Adapter> {
  return startServer(habits, createTechAdapter());
}
