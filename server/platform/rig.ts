import type { Database } from '#db/database.ts'
import type { Clock, Identity } from './context.ts'
import type { Env } from './env.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'

/** What the process holds for as long as it runs. */
export type Rig = {
  database: Database
  env: Env
  log: Log
  metrics: Metrics
  clock: Clock
  /** Who a bearer token stands for beside the cookie of the same sign-in; refuses an ended session; `anew` past what is held of it. The accounts domain brings it. */
  identify: (token: string, cookie: string | undefined, anew?: boolean) => Promise<Identity>
  /** Hears of a refusal that the contract of its call does not list. In tests it throws: such a 'no' is a fault of ours. */
  onUnlistedRefusal?: (sentence: string) => void
}
