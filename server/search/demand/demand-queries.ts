import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { type RoundedSpot, withinRounded } from '#server/places/index.ts'

export type DemandRow = { customers: number; pairs: number; hair_and_makeup: number; best: number }

/** Who searched around a point since then, and which two kinds of service they wanted together; of the newest 5,000 searches there. */
export async function searchedNear(db: Db, near: { at: RoundedSpot; metres: number; since: Date }): Promise<DemandRow> {
  const {
    rows: [row],
  } = await sql<DemandRow>`
    with around as materialized (
      select id, people, coalesce(account_id::text, encode(visitor_hash, 'hex'), id) as who from search
      where created_at > ${near.since} and ${withinRounded(near.at, near.metres, [sql`lat`, sql`lng`])}
      order by created_at desc limit 5000),
    kinds as (
      select distinct around.id, service.service_type_id as kind from around
      cross join lateral jsonb_array_elements(around.people) look cross join lateral jsonb_array_elements_text(look->'services') wanted(id)
      join service on service.id = wanted.id),
    pairs as (
      select a.kind as one, b.kind as two, count(*) as n from kinds a join kinds b on a.id = b.id and a.kind < b.kind group by 1, 2)
    select (select count(distinct who) from around)::int as customers, coalesce((select sum(n) from pairs), 0)::int as pairs,
      coalesce((select n from pairs where one = 'hair' and two = 'makeup'), 0)::int as hair_and_makeup, coalesce((select max(n) from pairs), 0)::int as best`.execute(
    db,
  )
  return row ?? { customers: 0, pairs: 0, hair_and_makeup: 0, best: 0 }
}
