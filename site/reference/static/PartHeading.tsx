interface PartHeadingProps {
  readonly anchor: string;
  readonly name: string;
  readonly children: React.ReactNode;
}

/** The heading of a part of a reference, with a link to it and the button that unfolds it in a narrow window. */
export function PartHeading({ anchor, name, children }: PartHeadingProps) {
  const label = `Direct link to ${name}`;
  return (
    <h3>
      <a className="anchor" href={`#${anchor}`} aria-label={label} title={label}>
        #
      </a>
      {children}
      <button
        type="button"
        className="unfold"
        hidden
        aria-expanded={false}
        aria-label={`Details of ${name}`}
      />
    </h3>
  );
}
