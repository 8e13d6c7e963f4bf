import pino from 'pino'
import { isAway } from '#db/faults.ts'

export type Log = pino.Logger

// Request logs are batched, because a write per line is expensive.
const TOGETHER_SIGNS = 16_384
const TOGETHER_MS = 50
const WARNING = 40

let opened: pino.DestinationStream | undefined
const toOutput = (): pino.DestinationStream => {
  opened ??= openOutput()
  return opened
}

/** Writes errors immediately with all earlier lines, others slightly later. */
function openOutput(): pino.DestinationStream {
  const output = pino.destination(1)
  let held = ''
  let waiting = false
  const flush = () => {
    waiting = false
    const lines = held
    held = ''
    if (lines) output.write(lines)
  }
  process.on('exit', flush)
  return {
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      held += line
      if (this.lastLevel >= WARNING || held.length > TOGETHER_SIGNS) return flush()
      if (waiting) return
      waiting = true
      setTimeout(flush, TOGETHER_MS).unref()
    },
  } as pino.DestinationStream & { lastLevel: number }
}

/** Personal data is never logged: callers pass ids, codes and counts. */
export const openLog = (level: string, to: pino.DestinationStream = toOutput()): Log =>
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

/**
 * Returns the loggable fields of an error and its causes: name, code, first line of the message and stack. Never its
 * data.
 */
export function toFaultFields(fault: unknown, causes = 2): FaultFields {
  if (!(fault instanceof Error)) return { name: 'thrown', message: typeof fault }
  const { code, cause } = fault as { code?: unknown; cause?: unknown }
  const frames = (fault.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line))
  return {
    name: fault.name,
    ...(typeof code === 'string' ? { code } : {}),
    message: (fault.message.split('\n')[0] ?? '').slice(0, 300),
    ...(frames.length ? { stack: frames.slice(0, MOST_FRAMES).join('\n') } : {}),
    ...(cause instanceof Error && causes > 0 ? { cause: toFaultFields(cause, causes - 1) } : {}),
  }
}

/** Logs errors of background work; only the first of a database outage. */
export function createFaultLog(
  log: Log,
  what: string,
): { fault: (fault: unknown, more?: object) => void; well: () => void } {
  let away = false
  return {
    fault: (fault, more = {}) => {
      if (!isAway(fault)) return log.error({ ...more, ...toFaultFields(fault) }, what)
      if (!away) log.error({ ...more, ...toFaultFields(fault) }, `${what}: database unavailable`)
      away = true
    },
    well: () => {
      if (away) log.info(`${what}: database available again`)
      away = false
    },
  }
}
