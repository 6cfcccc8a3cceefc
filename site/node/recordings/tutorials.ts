import path from 'node:path';
import type { Source } from '../content/load.ts';
import { inFirstTab, type SamplePage } from '../samples/verdict.ts';
import { recordingIn } from './recording.ts';

/** A page with a recording of its samples. */
export interface RecordedPage {
  readonly page: SamplePage;
  readonly source: Source;
  /** As written on the page, for example `05:45`. */
  readonly time: string;
  /** Absolute path of the recording. */
  readonly cast: string;
}

/** The pages with a recording of their samples. */
export function recordedPages(sources: readonly Source[], pages: readonly SamplePage[]): RecordedPage[] {
  return sources.flatMap((source) => {
    const recording = recordingIn(source.body);
    const page = pages.find(({ file }) => file === source.file);
    if (!recording || !page) return [];
    const cast = path.join(path.dirname(source.absolute), `${recording.name}.cast`);
    return [{ page: inFirstTab(page), source, time: recording.time, cast }];
  });
}
