import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres } from '#db/database.ts'
import { jobs } from '#server/jobs.ts'
import { runJob } from '#server/platform/jobs.ts'
import { createCopy, deleteCopy } from '#server/test-databases.ts'
import { openRigOn, type TestRig, testNow } from '#server/test-rig.ts'
import { createTestVisitor } from '#server/testing/clients.ts'
import { createInstantTestProvider } from '#server/testing/providers.ts'
import { fillScale } from '#tests/scale/fill-scale.ts'
import { callEndpoints, getEndpoints } from '#tests/scale/call-endpoints.ts'
import { collectPlans, type PlanRead, sendPlans } from '#tests/scale/read-plans.ts'

/** Artists and bookings beside the sample market, which has 2,300 and 133. */
const SIZE = Number(process.env['SCALE'] ?? (process.env['PROVE'] ? 200_000 : 20_000))

/** Reads that grow with the market, with the reason why they may. */
const allowed: Record<string, string> = {
  // Once a night, over the whole market.
  'job refresh-old-demand': 'nightly',
  'job rebuild-homes': 'nightly',
  'job refresh-occasions': 'nightly',
  'job issue-invoices': 'nightly',
  'job forget-unused': 'nightly',
  'job keep-no-longer': 'nightly',
  'job remind-sellers': 'daily, the earnings of the year',
  // Once an hour, so that no page reads the whole market.
  'job store-most-booked': 'hourly, instead of each search form',
  'job store-market-figures': 'hourly, instead of the home page and the page of reviews',
  'job store-sitemap': 'hourly, instead of each sitemap',
  'job refresh-homes': 'hourly, as many rows as squares with artists',
  'job refresh-trade': 'hourly, figures of a year',
  'job store-earned-months': 'once a month for each artist with many bookings',
  'job compare-pages': 'hourly, as many pages as are indexed',
  'job check-ledger': 'all movements once a day, the new ones each hour',
  // As much as is due.
  'job send-reminders': 'as many bookings as begin within a day',
  'job refresh-demand': 'as many searches as were made since the last run',
  'job remind-documents': 'as many documents as expire within a month',
  // Figures and searches of operators.
  'operatorBusiness.funnel': 'figures of a period',
  'operatorBusiness.money': 'figures of a period',
  'operatorBusiness.firstQuotes': 'figures of a period',
  'operatorBusiness.squares': 'figures of all squares',
  'operatorBusiness.cohorts': 'figures of a period',
  'operatorSystem.overview': 'counts of all people and artists',
  'operatorBookings.list': 'sum of all bookings ahead',
  'operatorMarket.catalogue': 'counts of all prices',
  'operatorMarket.feePreview': 'the effect of a fee on all artists',
  'operatorMoney.payments': 'sum of the payments of a period',
  'operatorMoney.ledger': 'sum of each account of the ledger',
  'operatorMoney.ledgerMonths': 'sums of the open months',
  'platformReport.sellers': 'the sellers of a year',
  'platformReport.file': 'the sellers of a year',
  'operatorBank.books': 'the books of a month',
  'operatorPages.indexed': 'counts of all pages',
  'operatorFind.find': 'a search for words in all lists',
  'operatorLists.file': 'a file of a whole list',
  'operatorChecks.catalogue': 'counts of all documents',
  'operatorChecks.preview': 'counts of all documents',
  'demand.areas': 'the demand of all areas',
  // Bounded by their own limits.
  'calendar.month': 'the diaries of the 500 nearest artists',
  'demand.days': 'the diaries of the 500 nearest artists',
  'demand.near': 'the searches of 90 days within reach, 5,000 at most',
  'insights.suggestion': 'the searches of 90 days within reach, 1,000 at most',
}

/** Tables that grow with the gazetteer, not with artists or bookings. */
const ofGazetteer = new Set(['place', 'place_page'])

type Site = { rig: TestRig; name: string; reads: Map<string, PlanRead[]>; statuses: Map<string, number> }

const plans = collectPlans()
const sites: Site[] = []
beforeAll(async () => {
  for (const size of [0, SIZE]) {
    const name = `${process.pid}_scale_${size}`
    const url = await createCopy(name, size === 0 ? 'market' : 'reference')
    const filling = await openPostgres(url)
    await fillScale(filling, size, testNow)
    await filling.close()
    await sendPlans(url, size === 0)
    const rig = openRigOn({ database: await openPostgres(url, { strict: true }), url })
    const site = { rig, name, reads: new Map(), statuses: new Map() }
    sites.push(site)
    await runJobs(site)
    await readEndpoints(site)
    await bookOften(site)
  }
}, 2_400_000)
afterAll(async () => {
  plans.stop()
  for (const { rig, name } of sites) {
    await rig.database.close()
    await deleteCopy(name)
  }
})

/** Runs each job until nothing is due, and then as it runs every minute or hour. */
async function runJobs({ rig, reads }: Site): Promise<void> {
  // A job that may read the whole market is not compared, so that it runs once.
  const compared = jobs.filter(({ name }) => !(`job ${name}` in allowed))
  for (const job of compared) for (let runs = 0; runs < 2; runs++) await runJob(rig, job)
  rig.at(new Date(testNow.getTime() + 2 * 60_000))
  for (const job of jobs) {
    plans.take()
    await runJob(rig, job)
    reads.set(`job ${job.name}`, plans.take())
  }
}

async function readEndpoints({ rig, reads, statuses }: Site): Promise<void> {
  await callEndpoints(rig, plans.take, (name, status) => {
    statuses.set(name, status)
    reads.set(name, plans.take())
  })
}

const pagesOf = (reads: readonly PlanRead[] = []) => reads.reduce((sum, { pages }) => sum + pages, 0)

/** Searches, holds, pays and books five times, and keeps the cheapest: the first one fills the caches of the process. */
async function bookOften({ rig, reads }: Site): Promise<void> {
  await createInstantTestProvider(rig, { slug: 'booked-at-scale' })
  const bookings: PlanRead[][] = []
  for (const eventDate of ['2027-06-12', '2027-06-19', '2027-06-26', '2027-07-03', '2027-07-10']) {
    plans.take()
    await (await createTestVisitor(rig, { eventDate })).book('booked-at-scale')
    // Without the counts by which the rig checks that a repeated call changes nothing.
    bookings.push(plans.take().filter(({ text }) => !text.startsWith('select array[(select count(*)')))
  }
  reads.set('a booking', bookings.toSorted((a, b) => pagesOf(a) - pagesOf(b))[0] ?? [])
}

test('every GET endpoint answers, most with data', () => {
  for (const { statuses } of sites) {
    expect([...statuses].filter(([, status]) => status >= 500)).toEqual([])
    expect([...statuses.values()].filter((status) => status === 200).length).toBeGreaterThan(185)
  }
})

test('no endpoint and no job reads a large table from start to end', () => {
  const scans = [...(sites[1] as Site).reads]
    .filter(([name]) => !(name in allowed))
    .flatMap(([name, reads]) =>
      reads.flatMap(({ scans, text }) =>
        scans
          .filter(({ table, rows }) => rows >= SIZE * 0.9 && !ofGazetteer.has(table))
          .map(({ table, rows }) => `${name} reads ${rows} rows of ${table}: ${text.slice(0, 200)}`),
      ),
    )
  expect(scans).toEqual([])
})

const describeMost = (reads: PlanRead[]): string => {
  const [{ most, text } = { most: { what: '', pages: 0 }, text: '' }] = reads.toSorted(
    (a, b) => b.most.pages - a.most.pages,
  )
  return `${most.pages} of them by ${most.what} in ${text.slice(0, 200)}`
}

test('no endpoint and no job reads more pages as the market grows, apart from deeper indexes', () => {
  const [small, large] = sites as [Site, Site]
  const grown = [...large.reads].flatMap(([name, reads]) => {
    const [before, after] = [pagesOf(small.reads.get(name)), pagesOf(reads)]
    return after > 3 * before + 600 && !(name in allowed)
      ? [`${name}: ${before} pages, then ${after}, ${describeMost(reads)}`]
      : []
  })
  expect(grown).toEqual([])
})

test('a booking reads as much as in the sample market, apart from deeper indexes', () => {
  const [small, large] = sites.map(({ reads }) => reads.get('a booking') ?? []) as [PlanRead[], PlanRead[]]
  expect(pagesOf(small)).toBeGreaterThan(100)
  expect(pagesOf(large) / pagesOf(small)).toBeLessThan(1.2)
})

test('each exception is an endpoint or a job', () => {
  const names = [...getEndpoints.map(([name]) => name), ...jobs.map(({ name }) => `job ${name}`)]
  expect(Object.keys(allowed).filter((name) => !names.includes(name))).toEqual([])
})
