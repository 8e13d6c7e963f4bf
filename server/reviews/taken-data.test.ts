import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Profile } from '#contract/providers/providers.ts'
import type { SignedTaken, ReviewExport } from '#contract/reviews/review-export.ts'
import { createTestAddress, createTestClient } from '#server/testing/clients.ts'
import { clearTestTown } from '#server/testing/providers.ts'
import {
  createProviderOnOtherSite,
  createReviewedProvider,
  downloadSignedReviews,
  getReviewKeys,
  importReviews,
  signReviewsElsewhere,
} from '#server/testing/review-imports.ts'
import type { Context } from '#server/platform/context.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})
beforeEach(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
})
afterAll(async () => {
  await clearTestTown(rig)
})

const db = () => rig.database.db
const bio = 'I have painted faces on islands for eleven years, slowly, and in any weather there is.'
const profileOf = async (slug: string): Promise<Profile> =>
  (await rig.call(`/v1/@/${slug}`, { address: createTestAddress() })).body.data
const change = (id: string, row: { bio?: string; languages?: string[] }) =>
  db().updateTable('provider').set(row).where('id', '=', id).execute()
const importsOf = (id: string) =>
  db()
    .selectFrom('audit')
    .select(['after', 'reason', 'actor_id', 'request_id'])
    .where('act', '=', 'provider.import')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
const servicesOf = (id: string) =>
  db()
    .selectFrom('provider_service')
    .select(['service_id', 'status', 'cost_minor', 'minutes'])
    .where('provider_id', '=', id)
    .orderBy('service_id')
    .execute()

/** Creates an artist with an exported file, and the same artist on another site. */
async function moved(slug: string, terms = { costs: { updo: 2_000 } as Record<string, number> }) {
  const { artist, own } = await createReviewedProvider(rig, `${slug}-there`)
  await change(artist.id, { bio, languages: ['English', 'Yoruba'] })
  await own('/v1/providers/me/own-words', 'PUT', {
    items: [{ serviceId: 'makeup', title: 'Soft glam', words: 'Light, and it <b>stays</b>.' }],
  })
  const taken = await downloadSignedReviews(own)
  const { there, ctx } = await createProviderOnOtherSite(rig, artist, `${slug}-here`, terms)
  return { taken, there, ctx, slug: `${slug}-here`, keys: await getReviewKeys(rig) }
}
type Moved = Awaited<ReturnType<typeof moved>>

async function takeAs(
  { taken, ctx, slug }: Moved,
  says: (artist: ReviewExport['artist']) => Partial<ReviewExport['artist']>,
) {
  const { statement } = structuredClone(taken) as SignedTaken
  const artist = { ...statement.artist, ...says(statement.artist) }
  const { file, keys } = await signReviewsElsewhere({ ...statement, issuer: 'https://signs.example', artist })
  return importReviews(ctx, file, slug, keys)
}
const service = (more: Partial<ReviewExport['artist']['services'][number]> = {}) => ({
  label: 'Makeup',
  slug: 'makeup',
  words: '',
  minutes: 45,
  price: 60,
  currency: 'GBP',
  ...more,
})
const without = <T extends object, K extends keyof T>(value: T, ...names: K[]): Omit<T, K> =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name as K))) as Omit<T, K>

describe('Profile data from another site', () => {
  test('bio, languages, services with prices and texts, and reviews are imported completely and only once', async () => {
    const m = await moved('whole')
    const { price } = (await profileOf('whole-there')).services.find(({ id }) => id === 'makeup') ?? { price: 0 }
    const lines = await importReviews(m.ctx, m.taken, m.slug, m.keys)
    expect(lines).toEqual([
      'The bio was added.',
      'Languages added: English, Yoruba.',
      expect.stringMatching(
        new RegExp(`^Makeup was added: ${price} GBP for customers, [\\d.]+ earned, 45 minutes\\.$`),
      ),
      '“Updo” was skipped: it is on the price list already.',
      'Makeup is called “Soft glam”.',
      expect.stringMatching(/^1 of 1 reviews were added/),
    ])
    const profile = await profileOf(m.slug)
    expect(profile).toMatchObject({ bio, languages: ['English', 'Yoruba'] })
    expect(profile.services.find(({ id }) => id === 'makeup')).toMatchObject({
      price,
      title: 'Soft glam',
      words: 'Light, and it <b>stays</b>.',
      minutes: 45,
    })
    expect(profile.artists[0]?.services.toSorted()).toEqual(['makeup', 'updo'])
    const before = await servicesOf(m.there.id)
    expect(before.find(({ service_id }) => service_id === 'updo')).toMatchObject({ cost_minor: 2_000 })
    const again = await importReviews(m.ctx, m.taken, m.slug, m.keys)
    expect(again.filter((line) => !/skipped/i.test(line))).toEqual([])
    expect(again.at(-1)).toMatch(/^0 of 1 reviews/)
    expect(await servicesOf(m.there.id)).toEqual(before)
  })

  test('the import is audited, with its command, its source and the counts', async () => {
    const m = await moved('logged')
    await importReviews(m.ctx, m.taken, m.slug, m.keys)
    await importReviews(m.ctx, m.taken, m.slug, m.keys)
    const site = new URL(rig.env.publicUrl).host
    const entries = await importsOf(m.there.id)
    expect(entries.map(({ after }) => after)).toEqual([
      { site, bio: 1, languages: 2 },
      { site, services: 1 },
      { site, reviews: 1 },
    ])
    for (const entry of entries)
      expect(entry).toMatchObject({
        actor_id: m.there.accountId,
        reason: `imported from ${site} by the command line`,
        request_id: 'test',
      })
  })

  test('the file has the catalogue’s and the artist’s names, and only public data', async () => {
    const { taken } = await moved('public')
    const { services } = taken.statement.artist
    expect(services.find(({ slug }) => slug === 'makeup')).toMatchObject({
      label: 'Soft glam (makeup)',
      title: 'Soft glam',
    })
    expect(services.find(({ slug }) => slug === 'updo')).not.toHaveProperty('title')
    expect(JSON.stringify(taken)).not.toContain('cost')
  })

  test('a service in a file of an older version is found by its label, also with an own title', async () => {
    const m = await moved('before')
    const lines = await takeAs(m, ({ services, albums }) => ({
      services: services.map((one) => without(one, 'slug', 'title')),
      albums: albums.map((one) => without(one, 'shows')),
    }))
    expect(lines).toContain('Makeup is called “Soft glam”.')
    expect((await profileOf(m.slug)).services.find(({ id }) => id === 'makeup')).toMatchObject({ title: 'Soft glam' })
  })

  test('an interrupted import leaves complete parts, and is completed when repeated', async () => {
    const m = await moved('breaks')
    let acts = 0
    const broken: Context = {
      ...m.ctx,
      transaction: (work) => {
        acts += 1
        return acts === 2 ? Promise.reject(new Error('The line is down.')) : m.ctx.transaction(work)
      },
    }
    await expect(importReviews(broken, m.taken, m.slug, m.keys)).rejects.toThrow('The line is down.')
    expect(await profileOf(m.slug)).toMatchObject({ bio })
    expect((await servicesOf(m.there.id)).map(({ service_id }) => service_id)).toEqual(['updo'])
    const lines = await importReviews(m.ctx, m.taken, m.slug, m.keys)
    expect(lines).toContain('The bio was skipped: there is one here already.')
    expect((await servicesOf(m.there.id)).map(({ service_id }) => service_id)).toEqual(['makeup', 'updo'])
  })
})

describe('Imported profile', () => {
  test('the import fills only empty fields', async () => {
    const m = await moved('kept')
    const own = { bio: `${bio} Here I say it otherwise.`, languages: ['Welsh'] }
    await change(m.there.id, own)
    const lines = await importReviews(m.ctx, m.taken, m.slug, m.keys)
    expect(lines).toContain('The bio was skipped: there is one here already.')
    expect(lines).toContain('The languages were skipped: there are languages here already.')
    expect(await profileOf(m.slug)).toMatchObject(own)
  })

  test('a bio that the form would refuse and an unknown language are skipped', async () => {
    const m = await moved('refused')
    await db()
      .insertInto('banned_word')
      .values({ country_code: 'GB', word: 'botox', plain: 'botox', added_at: testNow })
      .execute()
    try {
      for (const [wrong, why] of [
        ['Too short.', 'at least 60'],
        ['a'.repeat(601), '600'],
        [`${bio} Ring me on 07700 900123.`, 'phone numbers'],
        [`${bio} Also botox.`, 'botox'],
        ['  ', 'the file has none'],
      ] as const) {
        const [line] = await takeAs(m, () => ({ bio: wrong, languages: [] }))
        expect(line).toMatch(new RegExp(`^The bio was skipped: .*${why}`))
      }
      const lines = await takeAs(m, () => ({ bio: '', languages: ['Welsh', 'Call\u001b[2J 07700 900123', 'Welsh'] }))
      expect(lines).toContain('Languages added: Welsh.')
      expect(lines).toContain('“Call[2J 07700 900123” was skipped: there is no such language here.')
    } finally {
      await db().deleteFrom('banned_word').execute()
    }
    expect(await profileOf(m.slug)).toMatchObject({ bio: '', languages: ['Welsh'] })
  })

  test('a file with invalid characters is refused', async () => {
    const m = await moved('signs')
    for (const sign of ['\0', '\ud800'])
      await expect(takeAs(m, () => ({ bio: bio + sign }))).rejects.toThrow(/not a signed export/)
  })
})

describe('Imported services', () => {
  test('unknown, repeated and unpriced services and other currencies are skipped and reported', async () => {
    const m = await moved('out')
    const [first, ...lines] = await takeAs(m, () => ({
      bio: '',
      languages: [],
      services: [
        service({ slug: 'moon-makeup', label: 'Moon\u001b makeup' }),
        service({ slug: 'lashes', label: 'Lashes', currency: 'USD' }),
        ...[0, -5, 12.5, 1e12].map((price) => service({ slug: 'lashes', label: 'Lashes', price })),
        service({ minutes: 9_000 }),
        service(),
        service({ slug: 'updo', label: 'Updo' }),
      ],
    }))
    expect(first).toMatch(/^The bio/)
    const price = '“Lashes” was skipped: its price must be a whole amount above zero, within the limits.'
    expect(lines.slice(1, -1)).toEqual([
      expect.stringMatching(
        /^Makeup was added: 60 GBP for customers, [\d.]+ earned, 45 minutes\. It keeps the catalogue's minutes/,
      ),
      '“Moon makeup” was skipped: the catalogue here has no such service.',
      '“Lashes” was skipped: its price is in USD, and prices here are in GBP.',
      price,
      price,
      price,
      price,
      '“Makeup” was skipped: the file contains it twice.',
      '“Updo” was skipped: it is on the price list already.',
    ])
    const [makeup, updo] = await servicesOf(m.there.id)
    expect(makeup).toMatchObject({ service_id: 'makeup', minutes: null })
    expect(updo).toMatchObject({ service_id: 'updo', cost_minor: 2_000 })
  })

  test('existing services keep their minutes and status, and services without a price get the imported price', async () => {
    const m = await moved('off', { costs: { updo: 2_000, lashes: 900, makeup: 900 } })
    const set = (id: string, row: { status: string; cost_minor?: null; minutes?: number }) =>
      db()
        .updateTable('provider_service')
        .set(row)
        .where('provider_id', '=', m.there.id)
        .where('service_id', '=', id)
        .execute()
    await set('lashes', { status: 'off' })
    await set('makeup', { status: 'unpriced', cost_minor: null, minutes: 90 })
    await takeAs(m, () => ({
      services: [
        service({ slug: 'lashes', label: 'Lashes' }),
        service({ minutes: 50 }),
        service({ slug: 'bridal-hair', label: 'Bridal hair', minutes: 100 }),
      ],
    }))
    expect(await servicesOf(m.there.id)).toEqual([
      expect.objectContaining({ service_id: 'bridal-hair', status: 'active', minutes: 100 }),
      expect.objectContaining({ service_id: 'lashes', status: 'off', cost_minor: 900 }),
      expect.objectContaining({ service_id: 'makeup', status: 'active', cost_minor: expect.any(Number), minutes: 90 }),
      expect.objectContaining({ service_id: 'updo', status: 'active', cost_minor: 2_000 }),
    ])
  })

  test('a service without a catalogue id is skipped if its name is ambiguous', async () => {
    const m = await moved('several')
    const lines = await takeAs(m, () => ({
      services: ['Manicure', 'Soft (manicure)', 'Anything (at all)'].map((label) =>
        without(service({ label }), 'slug'),
      ),
    }))
    expect(lines.filter((line) => line.startsWith('“'))).toEqual([
      '“Manicure” was skipped: several services have this name here.',
      '“Soft (manicure)” was skipped: several services have this name here.',
      '“Anything (at all)” was skipped: the catalogue here has no such service.',
    ])
  })

  test('a file with thousands of services is refused', async () => {
    const m = await moved('many')
    const many = Array.from({ length: 10_000 }, () => service())
    await expect(takeAs(m, () => ({ services: many }))).rejects.toThrow(/not a signed export/)
  })

  test('services are imported up to the limit of a hundred', async () => {
    const m = await moved('full')
    const makeup = await db().selectFrom('service').selectAll().where('id', '=', 'makeup').executeTakeFirstOrThrow()
    const made = Array.from({ length: 98 }, (_, i) => ({ ...makeup, id: `made-${i}`, no: 255 - i }))
    await db().insertInto('service').values(made).execute()
    try {
      const listed = made.map(({ id }) => ({ provider_id: m.there.id, service_id: id, cost_minor: 900 }))
      await db().insertInto('provider_service').values(listed).execute()
      rig.age(2_000)
      const lines = await takeAs(m, () => ({ services: [service(), service({ slug: 'lashes', label: 'Lashes' })] }))
      expect(lines).toContainEqual(expect.stringMatching(/^Makeup was added/))
      expect(lines).toContain('“Lashes” was skipped: a price list has at most 100 services.')
      expect(await servicesOf(m.there.id)).toHaveLength(100)
    } finally {
      await clearTestTown(rig)
      await db().deleteFrom('service').where('id', 'like', 'made-%').execute()
      rig.age(2_000)
    }
  })

  test('texts that the form would refuse are skipped, and in a market with review imported texts wait', async () => {
    const m = await moved('words')
    const look = async (look_first: boolean) => {
      await db().updateTable('market').set({ look_first }).where('country_code', '=', 'GB').execute()
      rig.age(2_000)
    }
    await look(true)
    try {
      const lines = await takeAs(m, () => ({
        services: [
          service({ title: 'Soft glam', words: 'Lasts all night.' }),
          service({ slug: 'lashes', label: 'Lashes', title: 'Ring 07700 900123' }),
          service({ slug: 'bridal-hair', label: 'Bridal hair', title: 'Ab' }),
          service({ slug: 'bridal-makeup', label: 'Bridal makeup', words: 'Without a title.' }),
          service({ slug: 'blow-dry', label: 'Blow-dry', title: 'Big hair', words: 'a'.repeat(301) }),
        ],
      }))
      expect(lines.filter((line) => / called |^The text for /.test(line))).toEqual([
        'Makeup is called “Soft glam”. It is shown once we have approved it.',
        expect.stringMatching(/^The text for Bridal hair was skipped: Write at least 3/),
        expect.stringMatching(/^The text for Blow-dry was skipped: .*300/),
        expect.stringMatching(/^The text for Lashes was skipped: Leave out phone numbers/),
        expect.stringMatching(/^The text for Bridal makeup was skipped: Add a title/),
      ])
      const own = await createTestClient(rig, m.there.accountId)
      const { services } = (await own('/v1/providers/me/own-words')).body.data
      expect(services.find(({ serviceId }: { serviceId: string }) => serviceId === 'makeup')).toMatchObject({
        shown: null,
        asked: { title: 'Soft glam', words: 'Lasts all night.' },
      })
    } finally {
      await look(false)
    }
    expect((await profileOf(m.slug)).services.find(({ id }) => id === 'makeup')).toMatchObject({
      title: null,
      words: '',
    })
  })
})
