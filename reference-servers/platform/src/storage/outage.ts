import pg from 'pg';

/** The database cannot be reached at the moment. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable';
  /** By this code the engine knows that its statement can be repeated. */
  readonly code = 'ECONNREFUSED';
}

/** A connection whose failures are outages for the engine as well, whatever the system calls them. */
export class ServerConnection extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // Without a listener the error would end the process. The driver rejects open statements with it afterwards.
    this.on('error', mark);
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
    if (callback === undefined) return super.connect();
    super.connect((error: Error) => {
      if (error) mark(error);
      callback(error);
    });
    return undefined;
  }
}

function mark(error: Error): void {
  error.cause ??= new DatabaseUnreachable('the database cannot be reached');
}

/**
 * SQLSTATE of errors that are not about the statement: 08 lost connections, 53 no space, memory or connections, 57P a server
 * that stops or starts, 58 errors of its file system.
 */
const STATES = /^(08|53|57P|58)/;

/** What the driver reports when a connection breaks during a statement. */
const BROKEN = /^Connection terminated/;

/**
 * Whether an error, or one of its causes, says that the database cannot work at the moment. The same statement succeeds when
 * the database is back.
 */
export function isOutage(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  if (thrown instanceof DatabaseUnreachable || BROKEN.test(thrown.message)) return true;
  if (thrown instanceof pg.DatabaseError && STATES.test(thrown.code ?? '')) return true;
  return isOutage(thrown.cause);
}
