import { beforeAll, expect, test } from 'vitest'
import { openRig, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
let mia: string
beforeAll(async () => {
  rig = await openRig()
  mia = (
    await rig.call('/v1/accounts/login', {
      method: 'POST',
      body: { email: 'mia@primp.test', password: 'primp-sample-1' },
      address: '127.25.0.1',
    })
  ).body.data.token
})
const demand = (query = '', bearer: string | undefined = mia) =>
  rig.call(`/v1/providers/me/demand${query}`, { ...(bearer ? { bearer } : {}), address: '127.25.0.2' })

test('people near the base are counted, and distant ones are not', async () => {
  const before = (await demand()).body.data
  await rig.call('/v1/quotes/', {
    method: 'POST',
    address: '127.25.0.3',
    body: {
      storeSlug: 'beauty',
      categorySlug: 'makeup-hair-styling',
      eventDate: '2027-06-12',
      services: ['makeup', 'updo'],
      location: { type: 'Point', coordinates: [-0.055, 51.545], address: { placeName: 'Hackney', countryCode: 'GB' } },
    },
  })
  const after = (await demand()).body.data
  expect(after.customers).toBe(before.customers + 1)
  expect((await demand('?near=133.88,-23.7')).body.data).toMatchObject({ customers: 0, hairAndMakeup: false })
})

test('only artists can see local demand, and the point must be valid', async () => {
  expect((await demand('', '')).status).toBe(401)
  const ana = (
    await rig.call('/v1/accounts/login', {
      method: 'POST',
      body: { email: 'ana@primp.test', password: 'primp-sample-1' },
      address: '127.25.0.4',
    })
  ).body.data.token
  expect((await demand('', ana)).body.code).toBe('not_yours')
  expect((await demand('?near=999,0')).status).toBe(404)
  expect((await demand('?near=here')).status).toBe(400)
  expect((await demand('?near=-30,0')).status).toBe(404)
})

test('without a configured service, social pictures come from the artist’s own albums', async () => {
  const photos = await rig.call('/v1/social-photos?path=mia.hollis&count=4', { bearer: mia, address: '127.25.0.5' })
  expect(photos.body.data.connected).toBe(false)
  expect(photos.body.data.photos).toHaveLength(4)
  expect((await rig.call('/v1/social-photos?path=nobody.at.all', { address: '127.25.0.6' })).body.data.photos).toEqual(
    [],
  )
  expect((await rig.call('/v1/social-photos?path=x&count=0', { address: '127.25.0.7' })).status).toBe(400)
})
