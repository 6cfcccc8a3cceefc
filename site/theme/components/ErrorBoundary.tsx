import { Component, type ReactNode, useEffect } from 'react';
import { describeError } from '../describe-error.ts';

interface Props {
  readonly children: ReactNode;
  /** The current location; a change clears the error. The children persist across locations. */
  readonly place?: string;
  /** Receives the error and the action of "Try again". */
  readonly fallback: (error: unknown, retry: () => void) => ReactNode;
}

interface State {
  readonly crash: { readonly error: unknown } | null;
  readonly place: string;
}

/** Shows the fallback when a child throws while rendering in the browser. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { crash: null, place: this.props.place ?? '' };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { crash: { error } };
  }

  static getDerivedStateFromProps({ place = '' }: Props, state: State): State | null {
    return place === state.place ? null : { crash: null, place };
  }

  override render(): ReactNode {
    const { crash } = this.state;
    if (!crash) return this.props.children;
    return this.props.fallback(crash.error, () => this.setState({ crash: null }));
  }
}

interface CrashProps {
  readonly error: unknown;
  readonly retry: () => void;
  /** True when even the layout failed and there is no frame around this page. */
  readonly isBare?: boolean;
}

/** The error page: what happened, why, and a way to retry. */
export function CrashPage({ error, retry, isBare = false }: CrashProps) {
  useEffect(() => {
    const before = document.title;
    document.title = 'Page Error';
    return () => {
      // The next page may have set its own title already.
      if (document.title === 'Page Error') document.title = before;
    };
  }, []);
  return (
    <main id="main" className="crash" tabIndex={-1}>
      <h1>{isBare ? 'This page crashed' : 'This page crashed.'}</h1>
      <button type="button" onClick={retry}>
        Try again
      </button>
      <pre tabIndex={0}>{describeError(error)}</pre>
    </main>
  );
}
