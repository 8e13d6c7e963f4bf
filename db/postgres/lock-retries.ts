import { setTimeout } from 'node:timers/promises'

/**
 * How long a schema change waits for a lock. All later statements queue behind it, so this is shorter than a caller's
 * timeout (40 % of DATABASE_ANSWER_MS), and the change is retried instead.
 */
export const SCHEMA_LOCK_MS = 1_000

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'
const FIRST_REST_MS = 250
const LONGEST_REST_MS = 10_000
const MOST_TRIES = 60

export type LockRetries = { tries?: number; firstRestMs?: number; onRetry?: (tried: number, restMs: number) => void }

/**
 * Retries a transaction that changes the schema until it gets its locks, with growing delays. `act` must set
 * `lock_timeout` to `SCHEMA_LOCK_MS` and roll back before it throws. Throws the last error.
 */
export async function retryForLocks<T>(act: () => Promise<T>, options: LockRetries = {}): Promise<T> {
  const { tries = MOST_TRIES, firstRestMs = FIRST_REST_MS, onRetry } = options
  for (let tried = 1; ; tried++) {
    try {
      return await act()
    } catch (fault) {
      if (tried >= tries || !waitedForLock(fault)) throw fault
      const longest = Math.min(LONGEST_REST_MS, firstRestMs * 2 ** (tried - 1))
      const restMs = longest * (0.5 + Math.random() / 2)
      onRetry?.(tried, Math.round(restMs))
      await setTimeout(restMs)
    }
  }
}

function waitedForLock(fault: unknown): boolean {
  const { code, cause } = (fault ?? {}) as { code?: string; cause?: unknown }
  return code === LOCK_NOT_AVAILABLE || code === DEADLOCK || (cause !== undefined && waitedForLock(cause))
}
