import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestClient } from '#server/testing/clients.ts'
import { clearTestTown, createTestProviderWithAccount } from '#server/testing/providers.ts'
import { openRig, testNow, type TestRig } from '#server/test-rig.ts'
import { idOf, makeOperator, restoreOperators } from '#tests/attacks/operators.ts'

let rig: TestRig
let desk: Awaited<ReturnType<typeof createTestClient>>
beforeAll(async () => {
  rig = await openRig()
  desk = await createTestClient(rig, await idOf(rig, 'olu'))
})
const clean = () => rig.database.db.deleteFrom('banned_word').execute()
beforeEach(async () => {
  rig.at(testNow)
  await clearTestTown(rig)
  await clean()
})
afterAll(async () => {
  rig.at(testNow)
  await clean()
  await clearTestTown(rig)
  await restoreOperators(rig)
})

const at = '/v1/operator/banned-words'
const reason = 'The regulator says so.'
const ban = (word: string, countryCode = 'GB') => desk(at, 'POST', { countryCode, word, reason })
const artistNamed = async (slug: string) =>
  createTestClient(
    rig,
    (await createTestProviderWithAccount(rig, { slug, notice: 0, costs: { makeup: 8_500, updo: 17_000 } })).accountId,
  )
const bio = (word: string) => `I have made up brides for eleven years, with ${word} and a steady hand, and I love it.`

describe('Banned words', () => {
  test('a banned word is refused in every text of an artist; the error is at its field and names the word, until the word is allowed again', async () => {
    const call = await artistNamed('ban-effect')
    const [banned] = (await ban('Botóx')).body.data.words
    expect(banned).toMatchObject({ countryCode: 'GB', word: 'Botóx' })
    const texts = (word: string) =>
      [
        ['own-words', { items: [{ serviceId: 'makeup', title: `Glam, ${word}`, words: '' }] }, 'items.0.title'],
        ['own-words', { items: [{ serviceId: 'makeup', title: 'Glam', words: `A ${word} look` }] }, 'items.0.words'],
        [
          'packages',
          { packages: [{ title: `${word} for two`, cost: 90, services: [{ serviceId: 'makeup', count: 2 }] }] },
          'packages.0.title',
        ],
        [
          'add-ons',
          { addOns: [{ serviceId: 'makeup', title: 'Glow', words: `Like ${word}`, cost: 9, minutes: 5 }] },
          'addOns.0.words',
        ],
        ['bio', { bio: bio(word) }, 'bio'],
      ] as const
    for (const [path, body, field] of texts('BOTOX')) {
      const refused = (await call(`/v1/providers/me/${path}`, 'PUT', body)).body
      expect([path, refused.code, refused.errors]).toEqual([
        path,
        'banned_word',
        [{ path: field, message: 'Remove “Botóx”. It is not allowed here.' }],
      ])
    }
    for (const [path, body] of texts('botoxed'))
      expect([path, (await call(`/v1/providers/me/${path}`, 'PUT', body)).status]).toEqual([path, 200])
    const left = (await desk(`${at}/${banned.id}/remove`, 'POST', { reason })).body.data
    expect(left.words).toEqual([])
    for (const [path, body] of texts('BOTOX'))
      expect([path, (await call(`/v1/providers/me/${path}`, 'PUT', body)).status]).toEqual([path, 200])
  })

  test('banned words of another market do not apply', async () => {
    const call = await artistNamed('ban-market')
    await ban('botox', 'US')
    expect((await call('/v1/providers/me/bio', 'PUT', { bio: bio('botox') })).status).toBe(200)
  })

  test('a banned word must be unique in its list and needs letters and a reason; adding and removing are audited', async () => {
    const [banned] = (await ban('Crème brûlée')).body.data.words
    expect((await ban('creme  BRULEE')).body.code).toBe('banned_word_exists')
    expect((await ban('Crème brûlée', 'AU')).status).toBe(200)
    for (const body of [
      { countryCode: 'GB', word: '!', reason },
      { countryCode: 'GB', word: 'x', reason },
      { countryCode: 'GB', word: 'lip filler', reason: '' },
      { countryCode: 'FR', word: 'lip filler', reason },
    ])
      expect([(await desk(at, 'POST', body)).body.code, body]).toEqual(['invalid_input', body])
    await desk(`${at}/${banned.id}/remove`, 'POST', { reason: 'It was a dessert.' })
    expect((await desk(`${at}/${banned.id}/remove`, 'POST', { reason })).body.code).toBe('not_found')
    const acts = await rig.database.db
      .selectFrom('audit')
      .select(['act', 'subject_id', 'subject_name', 'reason'])
      .where('act', 'in', ['words.ban', 'words.allow'])
      .where('subject_id', '=', 'GB')
      .where('subject_name', '=', 'Crème brûlée')
      .orderBy('at')
      .orderBy('act', 'desc')
      .execute()
    expect(acts.map(({ act, reason: why }) => [act, why])).toEqual([
      ['words.ban', reason],
      ['words.allow', 'It was a dessert.'],
    ])
  })

  test('a market has at most five hundred banned words', async () => {
    const row = (n: number) => ({ country_code: 'GB', word: `word ${n}`, plain: `word ${n}`, added_at: testNow })
    await rig.database.db
      .insertInto('banned_word')
      .values(Array.from({ length: 500 }, (_, n) => row(n)))
      .execute()
    expect((await ban('one more')).body.code).toBe('too_many_words')
    expect((await ban('one more', 'CA')).status).toBe(200)
  })

  test('reading and changing banned words requires a duty', async () => {
    const [banned] = (await ban('botox')).body.data.words
    const calls = [
      [at, 'GET', undefined],
      [at, 'POST', { countryCode: 'GB', word: 'filler', reason }],
      [`${at}/${banned.id}/remove`, 'POST', { reason }],
    ] as const
    await makeOperator(rig, 'ana', ['money'])
    const money = await createTestClient(rig, await idOf(rig, 'ana'))
    const artist = await artistNamed('ban-duty')
    for (const [path, method, body] of calls) {
      expect((await money(path, method, body)).body.code).toBe('duty_required')
      expect((await artist(path, method, body)).body.code).toBe('not_yours')
      expect((await rig.call(path, { method, ...(body ? { body } : {}) })).body.code).toBe('not_signed_in')
    }
    expect((await desk(at)).body.data.words).toHaveLength(1)
  })
})
