import { setTimeout } from 'node:timers/promises'
import { explainDirectoryFault } from './directory-faults.ts'

/** Called once if the engine dies while it is open: it answers nothing more, and the next call may never return. */
export type OnEngineFailure = (reason: string) => void

type Engine = { query: (text: string) => Promise<unknown> }

const CHECK_MS = 5_000
/**
 * A dead engine repeats its FATAL line for ever without returning to the event loop, where nothing could be checked.
 */
const MOST_FATAL_LINES = 10

/**
 * Watches an engine for its death and calls `onFailure` once. After a PANIC the engine calls `abort`, which PGlite
 * swallows before it repeats the statement for ever. After a FATAL error it does not, so that line of the log is the
 * only sign: the engine counts as dead if it repeats the line at once, or does not answer `select 1`.
 */
export function watchEngine(directory: string | undefined, onFailure: OnEngineFailure, checkMs = CHECK_MS) {
  const lines: string[] = []
  let engine: Engine | undefined
  let [over, checking, fatalLines] = [false, false, 0]
  let lastPanic: string | undefined
  const fail = (reason: string) => {
    if (!engine || over) return
    over = true
    onFailure(
      `The embedded database has stopped working: ${reason}. ${(directory && explainDirectoryFault(directory, reason)) ?? 'Start Primp again.'} What was committed is on the disk.`,
    )
  }
  const check = async (reason: string) => {
    if (!engine || checking) return
    checking = true
    const noAnswer = setTimeout(checkMs, undefined, { ref: false }).then(() => Promise.reject(new Error('No answer')))
    await Promise.race([engine.query('select 1'), noAnswer]).then(
      () => {
        fatalLines = 0
      },
      () => fail(reason),
    )
    checking = false
  }
  return {
    /** The lines of the log until the engine was open. */
    lines,
    onStderr: (line: string) => {
      if (!engine) {
        lines.push(line)
        return false
      }
      const { severity, message } = parseLogLine(line) ?? {}
      if (severity === 'PANIC') lastPanic = message
      if (severity === 'FATAL' && message) {
        if (++fatalLines > MOST_FATAL_LINES) fail(message)
        else check(message)
      }
      return false
    },
    onAbort: (reason: unknown) => fail(lastPanic ?? `the engine aborted (${String(reason)})`),
    opened: (opened: Engine) => {
      engine = opened
      lines.length = 0
    },
    closing: () => {
      over = true
    },
  }
}

// log_line_prefix '%m [%p] '. The engine begins each further line of a message with a tab, so that text of a user is
// never at the beginning.
const logLine = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} \S+ \[\d+\] ([A-Z]+): (.*)$/

/** Returns the severity and the message of the first line of a log entry, or undefined for any other line. */
export function parseLogLine(line: string): { severity: string; message: string } | undefined {
  const [, severity, message] = logLine.exec(line) ?? []
  return severity === undefined || message === undefined ? undefined : { severity, message: message.trim() }
}
