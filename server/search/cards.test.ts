import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#db/database.ts'
import { listCardRows } from '#server/providers/index.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { getCachedCards } from './cards.ts'

let rig: TestRig
let people: { no: number; id: string }[]
// Creates artists far away, so that the sample market is unchanged for other tests.
const madeUp = async (slug: string) => {
  const { rows } = await sql<{ no: number; id: string }>`
    insert into provider (slug, name, state, country_code, lat, lng, area, tz, skills, shades)
    values (${slug}, 'Carda', 'approved', 'AU', -26.1, 128.2, 'Desert', 'Australia/Perth', '{a,b,c}', '{light,deep}') returning no, id`.execute(
    rig.database.db,
  )
  const one = rows[0] as { no: number; id: string }
  await sql`insert into artist (provider_id, position, name, service_ids) values (${one.id}, 0, 'Carda', '{}')`.execute(
    rig.database.db,
  )
  for (const n of [1, 2, 3])
    await sql`insert into media (provider_id, alt, file) values (${one.id}, ${`First ${n}`}, ${`/pictures/${slug}-${n}.webp`})`.execute(
      rig.database.db,
    )
  return one
}
const gone = () => sql`delete from provider where slug like 'carded-%'`.execute(rig.database.db)
beforeAll(async () => {
  rig = await openRig()
  await gone()
  people = []
  for (const n of [1, 2, 3, 4, 5]) people.push(await madeUp(`carded-${n}`))
}, 120_000)
afterAll(gone)

const date = '2029-06-06'
const nos = () => people.map(({ no }) => no)
const read = async () => (await getCachedCards(rig.database, nos(), date)).cards
const direct = async () => new Map((await listCardRows(rig.database, nos())).map((row) => [row.no, row]))

type Change = (db: Db, id: string, n: number) => Promise<unknown>
const changes: Change[] = [
  (db, id, n) => sql`update provider set name = ${`Name ${n}`} where id = ${id}`.execute(db),
  (db, id, n) => sql`update provider set area = ${`Area ${n}`} where id = ${id}`.execute(db),
  (db, id, n) => sql`update provider set lat = lat + ${n / 1e6} where id = ${id}`.execute(db),
  (db, id) => sql`update provider set skills = skills[2:] where id = ${id}`.execute(db),
  (db, id) => sql`update provider set shades = shades[2:] where id = ${id}`.execute(db),
  (db, id) => sql`update provider set policy = 'strict' where id = ${id}`.execute(db),
  (db, id) => sql`update provider set bio = bio || '.' where id = ${id}`.execute(db),
  (db, id) => sql`update provider set state = 'paused' where id = ${id}`.execute(db),
  (db, id) => sql`update provider set state = 'approved' where id = ${id}`.execute(db),
  (db, id) =>
    sql`update provider set profile_media_id = (select max(id) from media where provider_id = ${id}) where id = ${id}`.execute(
      db,
    ),
  (db, id) =>
    sql`update provider set cover_media_id = (select min(id) from media where provider_id = ${id}) where id = ${id}`.execute(
      db,
    ),
  (db, id, n) =>
    sql`insert into media (provider_id, alt, file) values (${id}, ${`Picture ${n}`}, ${`/pictures/${n}.webp`})`.execute(
      db,
    ),
  (db, id, n) => sql`update media set alt = ${`Told ${n}`} where provider_id = ${id}`.execute(db),
  (db, id) =>
    sql`delete from media where id = (select max(m.id) from media m join provider p on p.id = m.provider_id
      where p.id = ${id} and m.id is distinct from p.profile_media_id and m.id is distinct from p.cover_media_id)`.execute(
      db,
    ),
  (db, id, n) =>
    sql`update media set provider_id = ${people[n % people.length]?.id} where id = (select max(m.id) from media m join provider p on p.id = m.provider_id
      where p.id = ${id} and m.id is distinct from p.profile_media_id and m.id is distinct from p.cover_media_id)`.execute(
      db,
    ),
  (db, id, n) => sql`update artist set name = ${`Artist ${n}`} where provider_id = ${id}`.execute(db),
  (db, id, n) =>
    sql`insert into artist (provider_id, name, position, service_ids) select ${id}, ${`More ${n}`}, max(position) + 1, '{}' from artist
      where provider_id = ${id} having max(position) < 3`.execute(db),
  (db, id) =>
    sql`delete from artist where provider_id = ${id} and position = (select max(position) from artist where provider_id = ${id}) and position > 0`.execute(
      db,
    ),
]

test('a cached card equals the database, whatever changes on an artist and is reverted', async () => {
  const act = fc.record({
    change: fc.nat({ max: changes.length - 1 }),
    whose: fc.nat({ max: 4 }),
    n: fc.nat({ max: 99_999 }),
    takenBack: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async (acts) => {
      for (const { change, whose, n, takenBack } of acts) {
        await rig.database.db
          .transaction()
          .execute(async (tx) => {
            await (changes[change] as Change)(tx, (people[whose] as { id: string }).id, n)
            if (takenBack) throw new Error('taken back')
          })
          .catch((fault: Error) => {
            if (fault.message !== 'taken back') throw fault
          })
        const kept = await read()
        expect(new Map([...kept].map(([no, { row }]) => [no, row]))).toEqual(await direct())
      }
    }),
    { numRuns: process.env['PROVE'] ? 300 : 12 },
  )
})

test('a card is read once until its artist changes, and a change reloads only that card', async () => {
  const [first, second] = people as [{ no: number; id: string }, { no: number; id: string }]
  await sql`update provider set state = 'approved' where no = any(${nos()})`.execute(rig.database.db)
  const before = await read()
  expect((await read()).get(first.no)).toBe(before.get(first.no))
  await sql`update provider set name = 'Somebody Else' where id = ${first.id}`.execute(rig.database.db)
  const after = await read()
  expect(after.get(first.no)?.row.name).toBe('Somebody Else')
  expect(after.get(second.no)).toBe(before.get(second.no))
})

test('deleting an artist removes the cached card', async () => {
  const { no, id } = await madeUp('carded-gone')
  expect((await getCachedCards(rig.database, [no], date)).cards.get(no)?.row.slug).toBe('carded-gone')
  await sql`delete from provider where id = ${id}`.execute(rig.database.db)
  expect((await getCachedCards(rig.database, [no], date)).cards.has(no)).toBe(false)
})

test('the card of an artist without pictures shows the initials', async () => {
  const { no, id } = await madeUp('carded-bare')
  await sql`update provider set name = 'Bea Long' where id = ${id}`.execute(rig.database.db)
  const src = async () => (await getCachedCards(rig.database, [no], date)).cards.get(no)?.coverImg.src
  expect(await src()).toBe('/pictures/carded-bare-1.webp')
  await sql`delete from media where provider_id = ${id}`.execute(rig.database.db)
  expect(await src()).toMatch(/^\/pictures\/initials-bl\.svg/)
})
