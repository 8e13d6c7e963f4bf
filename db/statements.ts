import type { LogEvent } from 'kysely'

/** A statement as it was asked, without its values. */
export type Statement = { text: string; ms: number; fault?: unknown }

export type StatementListener = ((statement: Statement) => void) | undefined

/** What the query builder needs so that somebody is told of each statement. */
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
