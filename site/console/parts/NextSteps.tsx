/** Up to this number of rows, a list leaves room to say what comes next. */
const FEW = 5;

/** Something to do from a list: where it is done, and what it is good for. */
export interface NextStep {
  readonly label: string;
  readonly href: string;
  readonly text: string;
}

/** Says below a short list what to do next; nothing below a long one. */
export function NextSteps({ rows, steps }: { rows: number; steps: readonly NextStep[] }) {
  if (rows > FEW) return null;
  return (
    <nav className="next-steps" aria-labelledby="next-steps">
      <h2 id="next-steps">Next steps</h2>
      <ul>
        {steps.map(({ label, href, text }) => (
          <li key={href}>
            <a href={href}>{label}</a>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </nav>
  );
}
