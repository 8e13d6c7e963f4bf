import { beforeAll, describe, expect, test } from 'vitest'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { splitSentences } from './showcase.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})

let asked = 0
const read = async (path: string) => await rig.call(path, { address: `127.73.0.${(++asked % 250) + 1}` })
const reviews = async (query = '') => (await read(`/v1/seo/reviews${query}`)).body.data
const gallery = async (query = '') => (await read(`/v1/seo/gallery${query}`)).body.data

describe('List of all reviews', () => {
  test('the newest reviews come first, those with pictures first within a day, without repeated text; the average covers all of them', async () => {
    const all = await reviews()
    const { reviews: best } = await reviews('?score=5')
    type Dated = { date: string; media: unknown[] }
    for (const shown of [all.reviews, best]) {
      const dates = shown.map(({ date }: Dated) => date)
      expect(dates).toEqual([...dates].sort().reverse())
    }
    const order = best.map(({ date, media }: Dated) => `${date} ${Number(media.length > 0)}`)
    expect(order).toEqual([...order].sort().reverse())
    const told = all.reviews.flatMap(({ comments }: { comments: string }) => splitSentences(comments))
    expect(new Set(told).size).toBe(told.length)
    for (const { comments, artist } of [...all.reviews, ...best]) {
      expect(comments).not.toBe('')
      expect(artist.profileImg.src).toMatch(/^\/pictures\/\d+\.svg\?frame=square/)
    }
    const [row] = await rig.database.db
      .selectFrom('review')
      .innerJoin('provider', 'provider.id', 'review.provider_id')
      .where('state', '=', 'approved')
      .where('hidden_at', 'is', null)
      .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number>('score').as('sum')])
      .execute()
    expect([all.total, all.average]).toEqual([
      Number(row?.count),
      Math.round((Number(row?.sum) / Number(row?.count)) * 100) / 100,
    ])
    expect(all.histogram.reduce((sum: number, n: number) => sum + n, 0)).toBe(all.total)
  })

  test('reviews can be filtered by score, place and category; the histogram follows place and category', async () => {
    const all = await reviews()
    const two = await reviews('?score=2')
    expect(two.reviews.every(({ rating }: { rating: number }) => rating === 2)).toBe(true)
    expect(two.histogram).toEqual(all.histogram)
    const london = await reviews(`?place=${encodeURIComponent('GB:London')}`)
    expect(london.total).toBeGreaterThan(0)
    expect(london.total).toBeLessThan(all.total)
    expect(all.places).toContainEqual({ value: 'GB:London', label: 'London, United Kingdom' })
    const nails = await reviews('?category=nails')
    expect(nails.total).toBeLessThan(all.total)
    expect(await reviews(`?place=${encodeURIComponent('GB:Nowhere')}`)).toMatchObject({
      total: 0,
      average: null,
      reviews: [],
      more: false,
    })
  })

  test('reviews are loaded page by page', async () => {
    const [first, second] = [await reviews(), await reviews('?pages=2')]
    expect([first.reviews.length, first.more, second.reviews.length]).toEqual([10, true, 20])
    expect(second.reviews.slice(0, 10)).toEqual(first.reviews)
  })

  test('reviews with invalid filters are refused', async () => {
    for (const query of ['?score=9', '?score=x', '?pages=0', '?pages=11', '?place=London'])
      expect((await read(`/v1/seo/reviews${query}`)).status, query).toBe(400)
  })
})

describe('Gallery', () => {
  test('the gallery filters by look, hair texture and skin tone', async () => {
    const { pictures } = await gallery('?look=lips&tone=3')
    expect(pictures.length).toBeGreaterThan(0)
    const ids = pictures.map(({ _id }: { _id: string }) => Number(_id))
    const drawn = await rig.database.db.selectFrom('media').where('id', 'in', ids).select('drawing').execute()
    expect(
      drawn.every(
        ({ drawing }) =>
          (drawing as { kind: string }).kind === 'lips' &&
          (drawing as { options: { skin: number } }).options.skin === 3,
      ),
    ).toBe(true)
  })

  test('the gallery filters by place, and each drawing has its look', async () => {
    const all = await gallery()
    expect(all.places).toContainEqual({ value: 'GB:London', label: 'London, United Kingdom' })
    const { pictures } = await gallery(`?place=${encodeURIComponent('GB:London')}`)
    const slugs = [...new Set<string>(pictures.map(({ artist }: { artist: { slug: string } }) => artist.slug))]
    const cities = await rig.database.db.selectFrom('provider').select('city').where('slug', 'in', slugs).execute()
    expect(new Set(cities.map(({ city }) => city))).toEqual(new Set(['London']))
    expect((await gallery('?look=nails')).pictures.map(({ look }: { look: string }) => look)).toEqual(
      expect.arrayContaining(['nails']),
    )
    expect((await gallery(`?place=${encodeURIComponent('GB:Nowhere')}`)).pictures).toEqual([])
  })

  test('each picture of the first row has another subject, and no composition repeats within eight', async () => {
    const { pictures } = await gallery()
    const ids = pictures.map(({ _id }: { _id: string }) => Number(_id))
    const rows = await rig.database.db.selectFrom('media').where('id', 'in', ids).select(['id', 'drawing']).execute()
    const kindOf = new Map(rows.map(({ id, drawing }) => [id, (drawing as { kind: string }).kind]))
    const kinds = ids.map((id: number) => kindOf.get(id))
    expect(new Set(kinds.slice(0, 8)).size).toBe(8)
    const scenes: string[] = pictures.map(({ src }: { src: string }) => /&scene=(\d)/.exec(src)?.[1])
    for (const [at, scene] of scenes.entries()) expect(scenes.slice(Math.max(0, at - 8), at)).not.toContain(scene)
  })

  test('uploaded pictures come first, and artists who are not live are omitted', async () => {
    const { db } = rig.database
    const own = await db
      .selectFrom('media')
      .innerJoin('provider', 'provider.id', 'media.provider_id')
      .where('album_id', 'is not', null)
      .where('state', '=', 'approved')
      .where('file', 'is', null)
      .orderBy('media.id', 'desc')
      .select(['media.id', 'provider.id as provider'])
      .executeTakeFirstOrThrow()
    const first = async (query: string) => (await gallery(query)).pictures[0]?._id
    try {
      await db.updateTable('media').set({ file: 'gallery/test' }).where('id', '=', own.id).execute()
      expect(await first('?pages=9')).toBe(String(own.id))
      await db.updateTable('provider').set({ state: 'paused' }).where('id', '=', own.provider).execute()
      expect(await first('?pages=8')).not.toBe(String(own.id))
    } finally {
      await db.updateTable('media').set({ file: null }).where('id', '=', own.id).execute()
      await db.updateTable('provider').set({ state: 'approved' }).where('id', '=', own.provider).execute()
    }
  })

  test('the gallery with invalid filters is refused', async () => {
    for (const query of ['?look=hats', '?texture=wool', '?tone=11', '?pages=11'])
      expect((await read(`/v1/seo/gallery${query}`)).status, query).toBe(400)
  })
})
