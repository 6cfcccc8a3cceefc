import path from 'node:path';
import type { Source } from '../content/load.ts';
import type { SamplePage } from '../samples/verdict.ts';
import { recordingIn } from './recording.ts';

/** A page with a recording of its own samples. */
export interface RecordedPage {
  readonly page: SamplePage;
  readonly source: Source;
  /** As the page gives it, for example `05:45`. */
  readonly time: string;
  /** Absolute path of the recording. */
  readonly cast: string;
}

/** The pages whose samples are shown as a recording. */
export function recordedPages(sources: readonly Source[], pages: readonly SamplePage[]): RecordedPage[] {
  return sources.flatMap((source) => {
    const recording = recordingIn(source.body);
    const page = pages.find(({ file }) => file === source.file);
    if (!recording || !page) return [];
    const cast = path.join(path.dirname(source.absolute), `${recording.name}.cast`);
    return [{ page, source, time: recording.time, cast }];
  });
}
