import type { Database } from '#db/database.ts'
import type { Clock, Identity } from './context.ts'
import type { Env } from './env.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'

export type Rig = {
  database: Database
  env: Env
  log: Log
  metrics: Metrics
  clock: Clock
  /**
   * Authenticates a bearer token with its session cookie. Throws for an ended session. `anew` bypasses the cache. The
   * accounts domain provides it.
   */
  identify: (token: string, cookie: string | undefined, anew?: boolean) => Promise<Identity>
  /** Called for a refusal missing from the contract. Throws in tests. */
  onUnlistedRefusal?: (sentence: string) => void
}
