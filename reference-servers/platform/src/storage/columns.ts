import type { ColumnType } from 'kysely';

/** A JSON document: read as parsed, written as JSON text. */
export type Json<T> = ColumnType<T, string, string>;

/** A point in time with a zone; PostgreSQL reads ISO 8601 text. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>;
