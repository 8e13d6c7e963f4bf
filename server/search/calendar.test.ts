import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { listBusyByDay } from './demand.queries.ts'

const text = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'BEGIN:VEVENT',
  'UID:away',
  'DTSTART;VALUE=DATE:20270630',
  'DTEND;VALUE=DATE:20270702',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n')
const elsewhere = createServer((_, response) => response.end(text))
let rig: TestRig
let mia = ''
let feed = ''

beforeAll(async () => {
  rig = await openRig()
  await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done))
  const body = { email: 'mia@primp.test', password: 'primp-sample-1' }
  mia = (await rig.call('/v1/accounts/login', { method: 'POST', body, address: '127.0.64.1' })).body.data.token
  const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/away.ics`
  const added = await rig.call('/v1/providers/me/feeds', { method: 'POST', body: { url }, bearer: mia })
  feed = added.body.data.feed.id
})
afterAll(async () => {
  await rig.call(`/v1/providers/me/feeds/${feed}`, { method: 'DELETE', bearer: mia })
  elsewhere.close()
})

const takenIn = async (month: string) => {
  const { days } = (await rig.call(`/v1/providers/calendar?month=${month}`, { bearer: mia })).body.data
  return days.flatMap(
    ({ date, taken }: { date: string; taken: { kind: string; startTime: string; finishTime: string }[] }) =>
      taken.filter(({ kind }) => kind === 'feed').map((time) => `${date} ${time.startTime} ${time.finishTime}`),
  )
}

test('an external event of two days appears on both days, as in search, also across the end of a month', async () => {
  expect(await takenIn('2027-06')).toEqual(['2027-06-29 00:00 05:00', '2027-06-30 05:00 05:00'])
  expect(await takenIn('2027-07')).toEqual(['2027-07-01 05:00 00:00'])
})

test('an artist who is away for two days does not count as free on either day', async () => {
  const { db } = rig.database
  const { no } = await db.selectFrom('provider').select('no').where('slug', '=', 'mia-hollis').executeTakeFirstOrThrow()
  const rest = await db
    .selectFrom('busy')
    .select('event_date')
    .where('provider_no', '=', no)
    .where('kind', '<>', 'feed')
    .execute()
  const jobs = new Set(rest.map(({ event_date }) => event_date))
  const away = async (from: string) =>
    (await listBusyByDay(db, [no], from, '2027-07-05'))
      .map(({ event_date }) => event_date)
      .filter((day) => !jobs.has(day))
  expect(await away('2027-06-25')).toEqual(['2027-06-30', '2027-07-01'])
  expect(await away('2027-07-01')).toEqual(['2027-07-01'])
})
