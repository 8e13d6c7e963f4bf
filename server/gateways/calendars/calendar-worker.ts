import { parentPort, workerData } from 'node:worker_threads'
import { CalendarUnreadable } from './calendar-unreadable.ts'
import { decodeText } from './components.ts'
import { type CalendarSpan, type ParsedCalendar, parseCalendar } from './parse-calendar.ts'

export type CalendarTask = { bytes: Uint8Array; charset: string | null; span: CalendarSpan; budgetMs?: number }
export type CalendarResult = ParsedCalendar | Pick<CalendarUnreadable, 'reason' | 'kind'>

function run({ bytes, charset, span, budgetMs }: CalendarTask): CalendarResult {
  try {
    return parseCalendar(decodeText(bytes, charset), span, budgetMs)
  } catch (fault) {
    if (fault instanceof CalendarUnreadable) return { reason: fault.reason, kind: fault.kind }
    throw fault
  }
}

parentPort?.postMessage(run(workerData as CalendarTask))
