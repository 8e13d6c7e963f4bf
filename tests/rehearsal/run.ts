import { parseArgs } from 'node:util'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { missingPackages, openPatroni } from './cluster.ts'
import { type Fault, faults } from './faults.ts'
import { openLoad, type Met } from './load.ts'
import { openSite } from './site.ts'

// npm run rehearse: builds the cluster, the site on it and people who use it, and does each fault in turn.
const usage = `Usage: npm run rehearse [-- --short | --only 'primary killed']

Faults: ${faults.map(({ name }) => name).join(' · ')}`
const { values } = parseArgs({
  options: { short: { type: 'boolean' }, only: { type: 'string' }, help: { type: 'boolean' } },
})
const chosen = faults.filter(({ name, short }) => (values.only ? name === values.only : !values.short || short))
const missing = missingPackages()
if (values.help || !chosen.length || missing.length) {
  if (missing.length)
    process.stderr.write(`Missing: apt-get install ${missing.join(' ')} python3-etcd pgbouncer nginx-light\n`)
  else process.stdout.write(`${usage}\n`)
  process.exit(values.help ? 0 : 2)
}

type Row = {
  fault: string
  asked: number
  put: number
  lost: number
  wrong: number
  fromStrike: number
  fromEnd: number | null
  held: boolean
}

const SETTLE_MS = 3_000
const LONGEST_MS = 60_000
const seconds = (ms: number | null) => (ms === null ? '—' : (ms / 1000).toFixed(1))

const cluster = await openPatroni()
process.stdout.write('The cluster stands.\n')
const site = await openSite(cluster).catch(async (fault) => {
  await cluster.close()
  throw fault
})
process.stdout.write('The site stands.\n')
const rows: Row[] = []
const told: string[] = []
try {
  const load = await openLoad(site.url)
  await setTimeout(SETTLE_MS)
  for (const fault of chosen) rows.push(await rehearse(fault))
  await load.stop()

  async function rehearse({ name, strike, mend, within }: Fault): Promise<Row> {
    load.turn()
    const from = performance.now()
    await strike(cluster, site)
    const over = performance.now()
    const during = load.turn()
    let after: Met | undefined
    let backMs: number | null = null
    while (backMs === null && performance.now() - over < LONGEST_MS) {
      await setTimeout(100)
      const next = load.turn()
      if (next.firstBookedMs !== null) backMs = performance.now() - over
      after = after ? added(after, next) : next
    }
    await mend?.(cluster, site)
    await cluster.stands()
    await setTimeout(SETTLE_MS)
    const all = added(added(during, after ?? during), load.turn())
    const limit = 'ofStrike' in within ? within.ofStrike : within.ofEnd
    const took = backMs === null ? null : 'ofStrike' in within ? backMs + over - from : backMs
    for (const what of [...all.wrong, ...all.lost]) told.push(`${name}: ${what}`)
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
    process.stdout.write(`${lineOf(row)}\n`)
    return row
  }

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
  const lostWrites = ids.length - (kept[0]?.n ?? 0)
  const handed = [...site.web, site.worker].map(({ name, again }) => `${name} ${again}`).join(', ')
  process.stdout.write(
    `\n${table(rows)}\n\nacknowledged bookings: ${ids.length}, lost: ${lostWrites}, two at one time: ${doubles[0]?.n}; started again by the system: ${handed}\n`,
  )
  if (told.length) process.stdout.write(`\n${told.slice(0, 40).join('\n')}\n`)
  if (lostWrites || doubles[0]?.n || rows.some(({ held }) => !held)) process.exitCode = 1
} finally {
  await site.close()
  await cluster.close()
}
process.exit()

function added(one: Met, two: Met): Met {
  if (one === two) return one
  return {
    asked: one.asked + two.asked,
    put: one.put + two.put,
    lost: [...one.lost, ...two.lost],
    wrong: [...one.wrong, ...two.wrong],
    booked: one.booked + two.booked,
    firstBookedMs: one.firstBookedMs ?? two.firstBookedMs,
  }
}

function lineOf({ fault, asked, put, lost, wrong, fromStrike, fromEnd, held }: Row): string {
  return `| ${fault} | ${asked} | ${put} | ${lost} | ${wrong} | ${seconds(fromStrike)} | ${seconds(fromEnd)} | ${held ? 'yes' : 'NO'} |`
}

function table(all: Row[]): string {
  return [
    '| fault | asked | told to come again | lost | wrong | booked again after its start, s | after its end, s | as promised |',
    '|---|---|---|---|---|---|---|---|',
    ...all.map(lineOf),
  ].join('\n')
}
