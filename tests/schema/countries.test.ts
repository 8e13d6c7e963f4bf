import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { openRig, type TestRig } from '#server/test-rig.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})

/** Domains whose tables are of the market of one country. */
const ofMarket =
  'appointments billing bookings checkout messaging offers party payments preparation providers reviews search'

/** Tables of these domains without a country, with the reason. */
const exceptions: Record<string, string> = {
  active_hold: 'counts holds by network',
  busy_cell_day: 'counts by map square',
  card_version: 'a number for each artist',
  ledger_close: 'closes the ledger of all countries',
  ledger_entry: 'follows its movement',
  ledger_movement: 'the country is that of its payment, payout or artist, of which one is set',
  match_cell: 'counts by map square',
  media: 'the country is that of its artist; pictures of looks and avatars have none',
  partner_account: 'a partner books in all countries',
  partner_payment: 'a partner books in all countries',
  payment_event: 'a webhook, before its payment is known',
  payment_queue: 'a queue of numbers',
}

test('each table of the market has a country, or a mandatory reference to a row that has one', async () => {
  const { rows } = await sql<{ name: string }>`
    with recursive located as (
      select a.attrelid as id from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p')
      where a.attname = 'country_code' and not a.attisdropped and a.attnotnull
      union select f.conrelid from located l join pg_constraint f on f.contype = 'f' and f.confrelid = l.id
      where not exists (select from unnest(f.conkey) key join pg_attribute a on a.attrelid = f.conrelid and a.attnum = key where not a.attnotnull))
    select relname as name from pg_class c
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and split_part(obj_description(oid, 'pg_class'), 'owner: ', 2) = any(${ofMarket.split(' ')}) and oid not in (select id from located)
    order by 1`.execute(rig.database.db)
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(exceptions))
})

test('a row has the country of its artist, whatever it is inserted with', async () => {
  const { rows } = await sql<{ differing: number }>`
    select (select count(*)::int from review r join provider p on p.id = r.provider_id where r.country_code <> p.country_code) as differing`.execute(
    rig.database.db,
  )
  expect(rows).toEqual([{ differing: 0 }])
  await rig.database.db
    .transaction()
    .execute(async (tx) => {
      const inserted = await sql<{ country_code: string }>`
        insert into conversation (account_id, provider_id, country_code, asked_at, created_at, last_at)
        select a.id, p.id, 'XX', now(), now(), now() from account a, provider p where a.email = 'ana@primp.test' and p.country_code = 'US' limit 1
        returning country_code`.execute(tx)
      expect(inserted.rows).toEqual([{ country_code: 'US' }])
      await expect(
        sql`update review set country_code = 'IE' where id = (select id from review where country_code = 'GB' limit 1)`.execute(
          tx,
        ),
      ).rejects.toThrow('review_provider_fkey')
      throw new Error('rolled back')
    })
    .catch((fault: Error) => {
      if (fault.message !== 'rolled back') throw fault
    })
})
