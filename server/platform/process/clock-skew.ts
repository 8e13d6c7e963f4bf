import { Gauge } from 'prom-client'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { toFaultFields, type Log } from '#server/platform/log.ts'
import type { Rig } from '#server/platform/rig.ts'

/** Maximum clock skew between process and database, in seconds. */
const MOST_SKEW_SECONDS = 30
const CHECK_MS = 60_000
// A slower response is too imprecise to measure the skew.
const MOST_ANSWER_MS = 10_000

export type ClockWatch = {
  isRight: () => boolean
  onChange: (changed: (right: boolean) => void) => void
  check: () => Promise<void>
  stop: () => void
}

/**
 * Measures the clock skew to the database every minute. Above 30 s /readyz returns 503, jobs stop and writes are
 * rejected. The embedded database shares the clock.
 */
export function watchClock(
  { database, env, log, metrics, clock }: Pick<Rig, 'database' | 'env' | 'log' | 'metrics' | 'clock'>,
  checkMs = CHECK_MS,
): ClockWatch {
  const skewGauge = new Gauge({
    name: 'primp_clock_skew_seconds',
    help: 'Seconds by which the clock of this process is ahead of the database clock',
    registers: [metrics.registry],
  })
  skewGauge.set(0)
  const listeners: ((right: boolean) => void)[] = []
  let right = true
  const check = async () => {
    const skew = await readSkew(database.fresh, env.CLOCK ? () => new Date() : clock)
    if (skew === undefined) return
    skewGauge.set(skew)
    const now = Math.abs(skew) <= MOST_SKEW_SECONDS
    const fields = { skewSeconds: skew, mostSeconds: MOST_SKEW_SECONDS }
    if (!now)
      log.error(fields, 'clock skew between this process and the database: not ready, jobs stopped, mutations refused')
    else if (!right) log.info(fields, 'clock skew resolved')
    if (now === right) return
    right = now
    for (const changed of listeners) changed(right)
  }
  const checkQuietly = () => check().catch((fault) => log.debug(toFaultFields(fault), 'checking the clock skew failed'))
  const timer = database.pglite ? undefined : setInterval(checkQuietly, checkMs).unref()
  return {
    isRight: () => right,
    onChange: (changed) => {
      listeners.push(changed)
    },
    check: database.pglite ? async () => {} : checkQuietly,
    stop: () => clearInterval(timer),
  }
}

/** Returns the skew in seconds, or undefined if the response was too slow. */
async function readSkew(db: Db, clock: () => Date): Promise<number | undefined> {
  const [asked, from] = [clock().getTime(), performance.now()]
  const { rows } = await sql<{ at: number }>`select extract(epoch from clock_timestamp())::float8 as at`.execute(db)
  const took = performance.now() - from
  if (took > MOST_ANSWER_MS || rows[0] === undefined) return undefined
  return Math.round(asked + took / 2 - rows[0].at * 1_000) / 1_000
}

export type Work = { stop: () => Promise<void> }

/** Stops work while the clock is wrong and restarts it afterwards. Logs errors and continues. */
export function runWhileClockIsRight<W extends Work>(
  clock: Pick<ClockWatch, 'isRight' | 'onChange'>,
  start: () => W,
  log: Log,
): { running: () => W | undefined; stop: () => Promise<void> } {
  let running: W | undefined
  let stopped = false
  let turn = Promise.resolve()
  // Serialises changes: a stop completes before the next start.
  const settle = () => {
    turn = turn
      .then(async () => {
        const wanted = !stopped && clock.isRight()
        if (wanted && !running) running = start()
        else if (!wanted && running) {
          const ending = running
          running = undefined
          await ending.stop()
        }
      })
      .catch((fault) => log.error(toFaultFields(fault), 'starting or stopping jobs after a clock change failed'))
    return turn
  }
  if (clock.isRight()) running = start()
  clock.onChange(() => void settle())
  return {
    running: () => running,
    stop: () => {
      stopped = true
      return settle()
    },
  }
}
