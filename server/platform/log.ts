import pino from 'pino'
import { isAway } from '#db/connections.ts'

export type Log = pino.Logger

/** One JSON line an event. What could name a person never enters: callers pass ids, codes and counts. */
export const openLog = (level: string, to: pino.DestinationStream = pino.destination(1)): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    to,
  )

export type FaultFields = { name: string; code?: string; message: string; stack?: string; cause?: FaultFields }

const MOST_FRAMES = 20

/** What a fault may say in a log: its name, code, message's first line and stack, and the same of what caused it; never the data it carried. */
export function faultFields(fault: unknown, causes = 2): FaultFields {
  if (!(fault instanceof Error)) return { name: 'thrown', message: typeof fault }
  const { code, cause } = fault as { code?: unknown; cause?: unknown }
  const frames = (fault.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line))
  return {
    name: fault.name,
    ...(typeof code === 'string' ? { code } : {}),
    message: (fault.message.split('\n')[0] ?? '').slice(0, 300),
    ...(frames.length ? { stack: frames.slice(0, MOST_FRAMES).join('\n') } : {}),
    ...(cause instanceof Error && causes > 0 ? { cause: faultFields(cause, causes - 1) } : {}),
  }
}

/** Logs the faults of work that goes on by itself: of a database that is away only the first, until something goes well again. */
export function faultLog(log: Log, what: string): { fault: (fault: unknown, more?: object) => void; well: () => void } {
  let away = false
  return {
    fault: (fault, more = {}) => {
      if (!isAway(fault)) return log.error({ ...more, ...faultFields(fault) }, what)
      if (!away) log.error({ ...more, ...faultFields(fault) }, `${what}: the database is away`)
      away = true
    },
    well: () => {
      if (away) log.info(`${what}: the database is back`)
      away = false
    },
  }
}
