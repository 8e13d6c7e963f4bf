import type { LogEvent } from 'kysely'

export type Statement = { text: string; ms: number; fault?: unknown }

export type StatementListener = ((statement: Statement) => void) | undefined

/** Returns query-builder options that notify a listener of each statement. */
export const logTo = (told: StatementListener): { log?: (event: LogEvent) => void } =>
  told
    ? {
        log: (event) =>
          told({
            text: event.query.sql,
            ms: event.queryDurationMillis,
            ...(event.level === 'error' ? { fault: event.error } : {}),
          }),
      }
    : {}
