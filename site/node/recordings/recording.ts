/** `::: recording NAME MM:SS`, on a separate line. */
const RECORDING = /^:{3,}\s*recording\s+([\w-]+)\s+(\d\d:\d\d)\s*$/;

export interface RecordingLine {
  /** Name of the file beside the page, without its ending. */
  readonly name: string;
  /** How long the recording takes. */
  readonly time: string;
}

/** The recording in a line of Markdown; null for other lines. */
export function readRecordingLine(line: string): RecordingLine | null {
  const [, name, time] = RECORDING.exec(line.trim()) ?? [];
  return name === undefined || time === undefined ? null : { name, time };
}

/** The first recording of a page. */
export function recordingIn(body: string): RecordingLine | null {
  return (
    body
      .split('\n')
      .map(readRecordingLine)
      .find((found) => found !== null) ?? null
  );
}
