import pino from 'pino'

export type Log = pino.Logger

/** One JSON line an event. What could name a person never enters: callers pass ids, codes and counts. */
export const openLog = (level: string): Log =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  })

/** What a fault may say in a log: its name, code and message's first line, never the data it carried. */
export function faultFields(fault: unknown): { name: string; code?: string; message: string; at?: string } {
  if (!(fault instanceof Error)) return { name: 'thrown', message: typeof fault }
  const code = (fault as { code?: string }).code
  const at = fault.stack
    ?.split('\n')
    .find((line) => line.includes('    at '))
    ?.trim()
  return {
    name: fault.name,
    ...(code ? { code } : {}),
    message: (fault.message.split('\n')[0] ?? '').slice(0, 300),
    ...(at ? { at } : {}),
  }
}
