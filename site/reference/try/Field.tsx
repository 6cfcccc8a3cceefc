import { useId } from 'react';

interface FieldProps {
  readonly name: string;
  readonly label: string;
  /** At first; the reader changes it in the document. */
  readonly value: string;
  readonly type?: 'text' | 'url' | 'password';
  /** Over several lines. */
  readonly isText?: boolean;
  /** Beside the label. */
  readonly note?: string;
  readonly hint?: string;
  readonly problem?: string | undefined;
  /** Values that are offered; others can be entered. */
  readonly options?: readonly string[];
  readonly onChange?: (value: string) => void;
}

/** A field with its label, a hint, and what is wrong with its value. */
export function Field({
  name,
  label,
  value,
  type = 'text',
  isText,
  note,
  hint,
  problem,
  options,
  onChange,
}: FieldProps) {
  const id = useId();
  const given = {
    id,
    name,
    defaultValue: value,
    spellCheck: false,
    autoComplete: 'off',
    'aria-describedby': `${id}-about`,
    'aria-invalid': problem !== undefined,
  } as const;
  return (
    <p className="try-field">
      <label htmlFor={id}>
        {label} {note !== undefined && <span className="where">{note}</span>}
      </label>
      {isText ? (
        <textarea {...given} rows={Math.min(value.split('\n').length + 1, MOST_ROWS)} wrap="off" />
      ) : (
        <input
          {...given}
          type={type}
          {...(options && { list: `${id}-options` })}
          onChange={(event) => onChange?.(event.target.value)}
        />
      )}
      {options && (
        <datalist id={`${id}-options`}>
          {options.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      )}
      <span className="try-about" id={`${id}-about`}>
        {problem !== undefined ? <strong>✗ {problem}</strong> : hint}
      </span>
    </p>
  );
}

const MOST_ROWS = 16;

interface OptionsProps {
  readonly label: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}

/** A choice of one of several values, which is not sent itself. */
export function Options({ label, options, onChange }: OptionsProps) {
  const id = useId();
  return (
    <p className="try-field">
      <label htmlFor={id}>{label}</label>
      <select id={id} onChange={(event) => onChange(event.target.value)}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </p>
  );
}
