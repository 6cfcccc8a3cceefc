import type { Replaceable } from './use-replaceable.ts';

/** Loads a sample into a text field; the text before can be restored. */
export function SampleButtons({ sample, field }: { sample: string; field: Replaceable }) {
  return (
    <span className="sample-buttons">
      {field.restore !== undefined && (
        <button type="button" className="button button-small" onClick={field.restore}>
          Restore the previous text
        </button>
      )}
      <button type="button" className="button button-small" onClick={() => field.replace(sample)}>
        Load the sample
      </button>
    </span>
  );
}
