import { beforeAll, expect, test } from 'vitest'
import { openRig, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})

test('a saved artist is shown with pictures and with the same price as on search cards', async () => {
  const login = await rig.call('/v1/accounts/login', {
    method: 'POST',
    body: { email: 'ana@primp.test', password: 'primp-sample-1' },
    address: '127.9.8.7',
  })
  const bearer = login.body.data.token
  for (const slug of ['temi-lark', 'priya-vale'])
    expect((await rig.call(`/v1/saved-artists/${slug}`, { method: 'PUT', body: {}, bearer })).status).toBe(200)
  const saved = (await rig.call('/v1/saved-artists', { bearer })).body.data.artists
  expect(saved.length).toBeGreaterThan(1)
  const { searches } = (await rig.call('/v1/own-searches', { bearer })).body.data
  const open = searches.filter(({ past, booked }: { past: boolean; booked: boolean }) => !past && !booked)
  expect((await rig.call('/v1/own-counts', { bearer })).body.data).toEqual({ quotes: open.length, saved: saved.length })
  expect((await rig.call('/v1/own-counts')).status).toBe(401)
  for (const artist of saved) {
    expect(artist.pictures).toHaveLength(2)
    expect(artist.currency).toBe('GBP')
  }
  const temi = saved.find(({ slug }: { slug: string }) => slug === 'temi-lark')
  const london = (await rig.call('/v1/seo/gatsby/pages?link=/gb/makeup-hair-styling/london')).body.data.seoPage
  const card = london.providers.find(({ slug }: { slug: string }) => slug === 'temi-lark')
  const { data: profile } = (await rig.call('/v1/@/temi-lark')).body
  const lead = profile.services.find(({ id }: { id: string }) => id === profile.lead)
  expect([temi.priceOf, temi.priceFrom]).toEqual([lead.label, lead.price])
  expect(lead.minutes).toBeGreaterThanOrEqual(30)
  expect([temi.priceFrom, temi.priceOf, temi.rating, temi.totalReviews, temi.skills]).toEqual([
    card.priceFrom,
    card.priceOf,
    card.reviewScore,
    card.reviewCount,
    card.skills,
  ])
  for (const slug of ['temi-lark', 'priya-vale'])
    await rig.call(`/v1/saved-artists/${slug}`, { method: 'DELETE', body: {}, bearer })
  expect((await rig.call('/v1/saved-artists')).status).toBe(401)
})
