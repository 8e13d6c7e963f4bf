import { setTimeout } from 'node:timers/promises'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openRig, type TestRig } from './test-rig.ts'
import { nobody, openContext } from './platform/context.ts'
import { runJob } from './platform/jobs.ts'
import { createFaultLog, openLog } from './platform/log.ts'
import { openMetrics } from './platform/metrics.ts'
import { watchOutbox } from '#server/notifications/outbox.ts'

let rig: TestRig
let lines: Record<string, string>[] = []
const log = openLog('info', { write: (line: string) => lines.push(JSON.parse(line)) })
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(() => {
  lines = []
})

/** Sums a metric over all its labels. */
async function stands(metrics: TestRig['metrics'], name: string): Promise<number> {
  const lines = (await metrics.registry.metrics()).split('\n')
  return Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length))
}

const search = {
  storeSlug: 'beauty',
  categorySlug: 'makeup-hair-styling',
  eventDate: '2027-06-12',
  services: ['makeup'],
  location: { coordinates: [-0.055, 51.545], address: { placeName: 'Hackney', countryCode: 'GB' } },
}

describe('Metrics', () => {
  test('saved searches are counted and refused searches are not; calls are timed', async () => {
    const saved = 'primp_acts_total{act="search"}'
    const timed = 'primp_call_seconds_count{call="POST /v1/quotes"}'
    const [before, calls] = [await stands(rig.metrics, saved), (await stands(rig.metrics, timed)) || 0]
    expect((await rig.call('/v1/quotes/', { method: 'POST', body: search })).status).toBe(200)
    const nowhere = { ...search, categorySlug: 'nowhere' }
    expect((await rig.call('/v1/quotes/', { method: 'POST', body: nowhere })).status).toBeGreaterThanOrEqual(400)
    expect(await stands(rig.metrics, saved)).toBe(before + 1)
    expect(await stands(rig.metrics, timed)).toBe(calls + 2)
  })

  test('a mutation is counted once its transaction has committed', async () => {
    const metrics = openMetrics()
    const ctx = openContext({ ...rig, metrics }, { viewer: nobody, requestId: 'test', address: '' })
    const booking = 'primp_acts_total{act="booking"}'
    expect(await stands(metrics, booking)).toBe(0)
    await expect(
      ctx.transaction(async (tx) => {
        tx.count('booking')
        throw new Error('taken back')
      }),
    ).rejects.toThrow('taken back')
    expect(await stands(metrics, booking)).toBe(0)
    await ctx.transaction(async (tx) => {
      await tx.transaction(async (inner) => inner.count('booking'))
      expect(await stands(metrics, booking)).toBe(0)
    })
    expect(await stands(metrics, booking)).toBe(1)
  })

  test('the age of the oldest due notice is measured', async () => {
    const metrics = openMetrics()
    const clock = () => new Date('2020-01-01T12:00:00Z')
    watchOutbox({ ...rig, metrics, clock })
    expect(await stands(metrics, 'primp_outbox_age_seconds')).toBe(0)
    const { id } = await rig.database.db
      .insertInto('outbox')
      .values({
        channel: 'mail',
        kind: 'test',
        fact: 'metrics test',
        address: 'nobody@primp.test',
        subject: 'Late',
        body: 'Late',
        message_id: '<late@primp.test>',
        created_at: new Date('2020-01-01T11:00:00Z'),
        next_at: new Date('2020-01-01T11:58:30Z'),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    try {
      expect(await stands(metrics, 'primp_outbox_age_seconds')).toBe(90)
    } finally {
      await rig.database.db.deleteFrom('outbox').where('id', '=', id).execute()
    }
  })
})

describe('Failing jobs', () => {
  const failing = {
    name: 'stumble',
    cron: '* * * * *',
    run: async function stumble() {
      await setTimeout(1)
      throw Object.assign(new Error('the third thing\nof florence@example.org'), { code: 'ODD' })
    },
  }

  test('a failure is logged with name, message and stack; failures and successes are counted', async () => {
    const metrics = openMetrics()
    await expect(runJob({ ...rig, log, metrics }, failing)).rejects.toThrow('the third thing')
    await runJob({ ...rig, log, metrics }, { ...failing, run: async () => {} })
    expect(lines).toEqual([
      expect.objectContaining({
        level: 'error',
        msg: 'job failed',
        job: 'stumble',
        name: 'Error',
        code: 'ODD',
        message: 'the third thing',
        stack: expect.stringMatching(/^ {4}at .*stumble .*metrics\.test\.ts:\d+/),
      }),
    ])
    expect(JSON.stringify(lines)).not.toContain('florence')
    for (const outcome of ['failed', 'done'])
      expect(await stands(metrics, `primp_job_seconds_count{job="stumble",outcome="${outcome}"}`)).toBe(1)
  })

  test('while the database is unavailable, a failing job is logged once', () => {
    const faults = createFaultLog(log, 'jobs')
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    for (let n = 0; n < 50; n++) faults.fault(away)
    faults.fault(new Error('another'))
    faults.well()
    faults.well()
    faults.fault(away)
    expect(lines.map(({ level, msg }) => `${level} ${msg}`)).toEqual([
      'error jobs: database unavailable',
      'error jobs',
      'info jobs: database available again',
      'error jobs: database unavailable',
    ])
  })
})
