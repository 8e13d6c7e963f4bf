import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRig, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
let id: string
let cookie: string
const email = 'me@send.example'
const send = (more: object, body: object = { email }) => rig.call(`/v1/quotes/${id}/send-me`, { method: 'POST', body, ...more })
beforeAll(async () => {
  rig = await openRig()
  const made = await rig.call('/v1/quotes/', {
    method: 'POST', address: '127.5.0.1', body: {
      storeSlug: 'beauty', categorySlug: 'makeup-hair-styling', eventDate: '2027-06-12', finishTime: '13:30', services: ['makeup', 'makeup'],
      location: { type: 'Point', coordinates: [-0.055, 51.545], address: { placeName: 'Hackney, London, England, United Kingdom', neighborhood: 'Hackney', place: 'London', countryCode: 'GB' } },
    },
  })
  id = made.body.data.search.id
  cookie = made.cookie as string
})
afterAll(async () => {
  await rig.database.db.deleteFrom('outbox').where('address', '=', email).execute()
  await rig.database.db.deleteFrom('search').where('id', '=', id).execute()
})

test('the quotes are mailed to their owner, once a day, with a link that lets nobody in', async () => {
  expect((await send({ cookie, address: '127.5.0.2' })).body.data).toEqual({ sent: true })
  expect((await send({ cookie, address: '127.5.0.2' })).body.data).toEqual({ sent: true })
  const mails = await rig.database.db.selectFrom('outbox').selectAll().where('address', '=', email).execute()
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ subject: 'Your quotes for Sat 12 June 2027 in Hackney', secret: false })
  expect(mails[0]?.html).toContain('2 people, ready by 1:30 PM')
  expect(mails[0]?.body).toContain(`/quotes/${id}`)
})

test('nobody else sends them, and nothing goes to what is no address', async () => {
  expect((await send({ address: '127.5.0.3' })).body.code).toBe('not_yours')
  expect((await send({ cookie, address: '127.5.0.4', headers: { origin: 'https://evil.example' } })).body.code).toBe('cross_origin')
  expect((await send({ cookie, address: '127.5.0.5' }, { email: 'nobody' })).body).toMatchObject({ code: 'invalid_input', errors: [{ path: 'email' }] })
  expect((await rig.call('/v1/quotes/aaaaaaaaaaaaaaaa/send-me', { method: 'POST', body: { email }, address: '127.5.0.6' })).body.code).toBe('not_found')
})
