import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { Cluster } from './cluster.ts'
import type { Fault } from './faults.ts'
import { type Met, openLoad } from './load.ts'
import type { Site } from './site.ts'

/** Responses to users from the start of a fault until recovery, and the time of the next booking. */
export type Row = {
  fault: string
  asked: number
  put: number
  lost: number
  wrong: number
  fromStrike: number
  fromEnd: number | null
  /** No wrong response, and booking continued in time. */
  held: boolean
}

type Rehearsed = {
  rows: Row[]
  told: string[]
  acknowledged: number
  /** Acknowledged bookings that do not exist. */
  lostBookings: number
  /** Pairs of bookings of one artist at one time. */
  doubles: number
}

const LONGEST_MS = 60_000

/** Injects the faults in turn under load, and verifies all acknowledged bookings at the end. */
export async function rehearse(
  cluster: Cluster,
  site: Site,
  faults: readonly Fault[],
  { settleMs, few = false, say }: { settleMs: number; few?: boolean; say: (row: Row) => void },
): Promise<Rehearsed> {
  const load = await openLoad(site.url, { few, picture: site.bucket?.picture })
  const rows: Row[] = []
  const told: string[] = []
  await setTimeout(settleMs)
  for (const [i, fault] of faults.entries()) {
    const { row, all } = await meet(fault, i < faults.length - 1)
    for (const what of [...all.wrong, ...all.lost]) told.push(`${fault.name}: ${what}`)
    rows.push(row)
    say(row)
  }
  await load.stop()
  return { rows, told, acknowledged: load.acknowledged.length, ...(await missing()) }

  async function meet({ name, strike, mend, within }: Fault, more: boolean): Promise<{ row: Row; all: Met }> {
    load.turn()
    const from = performance.now()
    await strike(cluster, site)
    const over = performance.now()
    let all = load.turn()
    let backMs: number | null = null
    while (backMs === null && performance.now() - over < LONGEST_MS) {
      await setTimeout(100)
      const next = load.turn()
      if (next.firstBookedMs !== null) backMs = performance.now() - over
      all = added(all, next)
    }
    await mend?.(cluster, site)
    if (more) await cluster.stands()
    await setTimeout(settleMs)
    all = added(all, load.turn())
    const limit = 'ofStrike' in within ? within.ofStrike : within.ofEnd
    const took = backMs === null ? null : 'ofStrike' in within ? backMs + over - from : backMs
    const row = {
      fault: name,
      asked: all.asked,
      put: all.put,
      lost: all.lost.length,
      wrong: all.wrong.length,
      fromStrike: backMs === null ? LONGEST_MS : backMs + over - from,
      fromEnd: backMs,
      held: took !== null && took <= limit * 1000 && all.wrong.length === 0,
    }
    return { row, all }
  }

  async function missing(): Promise<{ lostBookings: number; doubles: number }> {
    const client = new pg.Client({ connectionString: cluster.primaryUrl })
    await client.connect()
    const ids = load.acknowledged.map(({ appointmentId }) => appointmentId)
    const { rows: kept } = await client.query<{ n: number }>(
      'select count(*)::int as n from appointment where id = any($1::uuid[])',
      [ids],
    )
    const { rows: doubles } = await client.query<{ n: number }>(
      `select count(*)::int as n from busy a join busy b on a.provider_id = b.provider_id and a.id < b.id and a.during && b.during
       where a.ref is not null and b.ref is not null`,
    )
    await client.end()
    return { lostBookings: ids.length - (kept[0]?.n ?? 0), doubles: doubles[0]?.n ?? 0 }
  }
}

const added = (one: Met, two: Met): Met => ({
  asked: one.asked + two.asked,
  put: one.put + two.put,
  lost: [...one.lost, ...two.lost],
  wrong: [...one.wrong, ...two.wrong],
  booked: one.booked + two.booked,
  firstBookedMs: one.firstBookedMs ?? two.firstBookedMs,
})
