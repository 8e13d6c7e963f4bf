// Connections that were refused, cut or timed out, and servers that start, stop, are full, have a full disk or are
// read-only.
const away = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  // A pooler that has no server itself.
  '08P01',
  '25006',
  '53100',
  '53300',
  '53400',
  '55P03',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '25P03',
])
const awayWords =
  /^(Database wait budget spent|Connection terminated|Client has encountered a connection error|Query read timeout|timeout exceeded when trying to connect|Client was closed|No server takes writes)/

/** Returns whether the database is unavailable or timed out, so that a retry may succeed. */
export function isAway(fault: unknown): boolean {
  return hasCause(fault, ({ code = '', message = '' }) => away.has(code) || awayWords.test(message))
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
])
const unreachableWords =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|No server takes writes)/
const TOO_MANY_CONNECTIONS = '53300'

/**
 * Returns whether no server could be reached, or the one reached is starting or stopping. Unlike `isAway`, it excludes
 * timeouts, locks, a full disk and unknown host names.
 */
export const isUnreachable = (fault: unknown): boolean =>
  hasCause(
    fault,
    ({ code = '', message = '' }) => /^08/.test(code) || unreachable.has(code) || unreachableWords.test(message),
  )

/** Returns whether the server has no free connection. */
export const isRefused = (fault: unknown): boolean => hasCause(fault, ({ code }) => code === TOO_MANY_CONNECTIONS)

type Fault = { code?: string; message?: string; cause?: unknown }

function hasCause(fault: unknown, matches: (fault: Fault) => boolean): boolean {
  const { cause } = (fault ?? {}) as Fault
  return matches((fault ?? {}) as Fault) || (cause !== undefined && hasCause(cause, matches))
}

/** Returns whether a statement timed out. */
export const isUnanswered = (fault: unknown): boolean =>
  hasCause(fault, ({ message = '' }) => message === 'Query read timeout')

const READ_ONLY = '25006'

/** Returns whether the server refused to write because it is a standby or read-only. */
export const isReadOnly = (fault: unknown): boolean => hasCause(fault, ({ code }) => code === READ_ONLY)

const CHANGED_RESULT = '0A000'

/** Returns whether a migration has changed the result of a prepared statement. */
export const isChangedResult = (fault: unknown): boolean => (fault as Fault | undefined)?.code === CHANGED_RESULT
