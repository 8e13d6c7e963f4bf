import { beforeAll, describe, expect, test } from 'vitest'
import { scatterPosition } from '#server/places/index.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
const get = (path: string) => rig.call(`/v1/@/${path}`)

describe('Public profile', () => {
  test('a profile is found by slug and by id, has prices with the fee included, and hides the exact address', async () => {
    const { data } = (await get('mia-hollis')).body
    expect((await get(data._id)).body.data).toEqual(data)
    expect(data).toMatchObject({
      slug: 'mia-hollis',
      name: 'Mia Hollis',
      currency: 'GBP',
      policy: 'fair',
      depositShare: 25,
      state: 'approved',
    })
    expect(data.services.find((s: { id: string }) => s.id === 'makeup').price).toBe(52)
    expect(data.lead).toBe('makeup')
    expect(new Set(data.services.map((s: { type: string }) => s.type))).toEqual(
      new Set(['Makeup', 'Hair', 'Makeup lessons']),
    )
    expect(data.artists.map((a: { name: string }) => a.name)).toEqual(['Mia', 'Tess'])
    expect(JSON.stringify(data)).not.toMatch(/"lat"|"lng"|email|mobile":"/)
    const { id, lat, lng } = await rig.database.db
      .selectFrom('provider')
      .select(['id', 'lat', 'lng'])
      .where('slug', '=', data.slug)
      .executeTakeFirstOrThrow()
    expect(data.position).toEqual(scatterPosition(id, lat, lng))
    expect(data.position).not.toEqual([lng, lat])
  })
  test('an unknown or inactive profile is not found', async () => {
    expect((await get('nobody-at-all')).status).toBe(404)
    const { id, state } = await rig.database.db
      .selectFrom('provider')
      .select(['id', 'state'])
      .where('slug', '=', 'mia-hollis')
      .executeTakeFirstOrThrow()
    await rig.database.db
      .updateTable('provider')
      .set({ state: 'suspended', state_before: 'approved' })
      .where('id', '=', id)
      .execute()
    expect((await get('mia-hollis')).status).toBe(404)
    await rig.database.db
      .updateTable('provider')
      .set({ state: 'paused', state_before: null })
      .where('id', '=', id)
      .execute()
    expect((await get('mia-hollis')).body.data.state).toBe('paused')
    await rig.database.db.updateTable('provider').set({ state }).where('id', '=', id).execute()
  })
})

describe('Testimonials', () => {
  test('testimonials are newest first, each once, with a histogram of all', async () => {
    const first = (await get('mia-hollis/testimonials?limit=7')).body.data
    const seen = [...first.reviews]
    for (let cursor = first.nextCursor; cursor; ) {
      const next = (await get(`mia-hollis/testimonials?limit=7&cursor=${cursor}`)).body.data
      seen.push(...next.reviews)
      cursor = next.nextCursor
    }
    expect(new Set(seen.map((r) => r._id)).size).toBe(first.total)
    expect(seen.length).toBe(first.total)
    expect(first.histogram.reduce((a: number, b: number) => a + b, 0)).toBe(first.total)
    const dates = seen.map((r) => Date.parse(r.date))
    expect(dates).toEqual(dates.toSorted((a, b) => b - a))
    const sum = first.histogram.reduce((total: number, n: number, i: number) => total + n * (i + 1), 0)
    expect(first.average).toBeCloseTo(sum / first.total, 2)
  })
  test('testimonials can be filtered by score and category', async () => {
    const all = (await get('mia-hollis/testimonials')).body.data
    const five = (await get('mia-hollis/testimonials?score=5&limit=50')).body.data
    expect(five.reviews.every((r: { rating: number }) => r.rating === 5)).toBe(true)
    expect(five.reviews.length).toBe(Math.min(50, all.histogram[4]))
    const category = (await get('mia-hollis/testimonials?categorySlug=makeup-hair-styling')).body.data
    expect(category.total).toBeLessThanOrEqual(all.total)
  })
  test('a hidden review is not shown', async () => {
    const [latest] = (await get('mia-hollis/testimonials?limit=1')).body.data.reviews
    await rig.database.db
      .updateTable('review')
      .set({ hidden_at: new Date() })
      .where('id', '=', Number(latest._id))
      .execute()
    expect((await get('mia-hollis/testimonials?limit=1')).body.data.reviews[0]._id).not.toBe(latest._id)
    await rig.database.db.updateTable('review').set({ hidden_at: null }).where('id', '=', Number(latest._id)).execute()
  })
  test('an unknown artist or category, a foreign cursor and an invalid score are refused', async () => {
    expect((await get('nobody-at-all/testimonials')).status).toBe(404)
    expect((await get('mia-hollis/testimonials?categorySlug=tiling')).body.code).toBe('unknown_category')
    expect((await get('mia-hollis/testimonials?cursor=abc')).status).toBe(400)
    expect((await get('mia-hollis/testimonials?score=6')).status).toBe(400)
    expect((await get('mia-hollis/testimonials?limit=0')).status).toBe(400)
    expect((await get('mia-hollis/testimonials?appointmentId=7')).status).toBe(400)
  })
})
