import { Gauge } from 'prom-client'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { toFaultFields, type Log } from '#server/platform/log.ts'
import type { Rig } from '#server/platform/rig.ts'

/** Seconds by which the clocks of the process and the database may differ. */
const MOST_SKEW_SECONDS = 30
const CHECK_MS = 60_000
// A slower answer says too little about the moment at which the database read its clock.
const MOST_ANSWER_MS = 10_000

export type ClockWatch = {
  /** Whether the process may decide by its clock: the last comparison found at most 30 s of difference. */
  isRight: () => boolean
  /** Calls back with each change of `isRight`. */
  onChange: (changed: (right: boolean) => void) => void
  /** Compares now. */
  check: () => Promise<void>
  stop: () => void
}

/**
 * Compares the process's clock with the database's once a minute. While they differ by more than 30 s, `isRight` is false:
 * then /readyz answers 503, jobs stop and changes are refused. The embedded database reads the same clock as the process.
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
    if (!now) log.error(fields, 'the clock of this process and of the database differ: not ready, no jobs, no changes')
    else if (!right) log.info(fields, 'the clock agrees with the database again')
    if (now === right) return
    right = now
    for (const changed of listeners) changed(right)
  }
  const checkQuietly = () =>
    check().catch((fault) => log.debug(toFaultFields(fault), 'the clock could not be compared'))
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

/** Returns the seconds by which this clock is ahead, or undefined if the database answered too slowly to tell. */
async function readSkew(db: Db, clock: () => Date): Promise<number | undefined> {
  const [asked, from] = [clock().getTime(), performance.now()]
  const { rows } = await sql<{ at: number }>`select extract(epoch from clock_timestamp())::float8 as at`.execute(db)
  const took = performance.now() - from
  if (took > MOST_ANSWER_MS || rows[0] === undefined) return undefined
  return Math.round(asked + took / 2 - rows[0].at * 1_000) / 1_000
}

export type Work = { stop: () => Promise<void> }

/**
 * Runs work while the clock is right: stops it when the clock becomes wrong and starts it again afterwards. Logs the fault of
 * a start or a stop that fails, and goes on.
 */
export function runWhileClockIsRight<W extends Work>(
  clock: Pick<ClockWatch, 'isRight' | 'onChange'>,
  start: () => W,
  log: Log,
): { running: () => W | undefined; stop: () => Promise<void> } {
  let running: W | undefined
  let stopped = false
  let turn = Promise.resolve()
  // One change after the other: what is being stopped has ended before it starts again.
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
      .catch((fault) => log.error(toFaultFields(fault), 'work by the clock could not be started or stopped'))
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
