import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { openPostgres } from '#db/database.ts'
import { type Spread, spreadOf } from './measure.ts'
import type { Site } from './site.ts'
import { signedIn, tokenOf } from '#tests/signed-in.ts'

export type TableRun = { table: string; what: string; ms: Spread }

const operator = { email: 'bench-operator@mail.example', password: 'three plain words' }

/** Fills the tables of the console to this number of sample rows each, once. */
export async function fillTables(url: string, rows: number): Promise<void> {
  const database = await openPostgres(url)
  // Filling takes longer than the time limit of a request.
  const db = database.jobs
  const passwordHash = await hash(operator.password)
  await sql`insert into account (email, name, password_hash, roles, duties, email_verified_at)
    values (${operator.email}, 'Bench Operator', ${passwordHash}, '{customer,operator}', '{support,verification,money,content,owner}', now()) on conflict (email) where stands_in_for is null do nothing`.execute(
    db,
  )
  const lacking = async (table: string) =>
    rows - Number((await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)).rows[0]?.n)
  const words = sql`(array['Marsh','Vale','Ashby','Penn','Stone','Frost','Lark','Reed','Harrow','Thorn'])[1 + (n * 7) % 10]`
  const instant = sql`now() - make_interval(secs => n * 37)`
  const fill = async (table: string, insert: (n: number) => Promise<unknown>) => {
    const n = await lacking(table)
    if (n > 0) await insert(n)
  }
  await fill('account', (n) =>
    sql`insert into account (email, name, sample, created_at) select 'person' || n || '@table.example', 'Person' || n || ' ' || ${words}, true, ${instant} from generate_series(1, ${n}::int) n on conflict (email) where stands_in_for is null do nothing`.execute(
      db,
    ),
  )
  await fill('outbox', (n) =>
    sql`insert into outbox (channel, kind, address, subject, body, state, sent_at, message_id, sample, created_at)
    select 'mail', 'signup.submitted', 'person' || n || '@table.example', 'We have your profile, ' || ${words}, 'x', 'sent', now(), 'bench-' || n, true, ${instant} from generate_series(1, ${n}::int) n`.execute(
      db,
    ),
  )
  await fill('audit', (n) =>
    sql`insert into audit (actor_id, act, subject_kind, subject_id, subject_name, reason, at)
    select (select id from account where email = ${operator.email}), 'provider.approve', 'provider', n::text, 'Person' || n || ' ' || ${words}, 'all five checks', ${instant} from generate_series(1, ${n}::int) n`.execute(
      db,
    ),
  )
  await fill('provider', (n) =>
    sql`insert into provider (slug, name, state, country_code, lat, lng, area, city, tz, sample, created_at)
    select 'table-' || n, 'Person' || n || ' ' || ${words}, 'draft', 'GB', 51.5, -0.1, 'Hackney', 'London', 'Europe/London', true, ${instant} from generate_series(1, ${n}::int) n on conflict (slug) do nothing`.execute(
      db,
    ),
  )
  // For reviews of one artist the trigger would mark the same map square for each row.
  const counting = (state: 'enable' | 'disable') =>
    sql`alter table review ${sql.raw(state)} trigger review_cell_counted`
  await fill('review', (n) =>
    db.transaction().execute(async (tx) => {
      await counting('disable').execute(tx)
      await sql`insert into review (provider_id, author, score, comments, created_at, sample)
    select (select id from provider order by no limit 1), ${words} || ' ' || n, 5, 'On time, kind, and the updo held until ' || n, ${instant}, true from generate_series(1, ${n}::int) n`.execute(
        tx,
      )
      await counting('enable').execute(tx)
    }),
  )
  await sql`analyze`.execute(db)
  await database.close()
}

const asked = (n: number): [table: string, path: string, find: string][] => [
  ['people', '/v1/operator/people', `person${n}`],
  ['providers', '/v1/operator/providers', `person${n}`],
  ['outbox', '/v1/operator/outbox', `person${n}`],
  ['audit', '/v1/operator/audit', `person${n}`],
  ['reviews', '/v1/operator/reviews', `until ${n}`],
]

export async function measureTables(site: Site, url: string, rows: number): Promise<TableRun[]> {
  const answered = await fetch(`${site.url}/v1/accounts/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(operator),
  })
  const headers = signedIn(await tokenOf(answered))
  const database = await openPostgres(url)
  // Stands for the second factor, which the console asks of an operator.
  await sql`update session set strong_at = created_at
    where account_id = (select id from account where email = ${operator.email})`.execute(database.db)
  await database.close()
  const get = async (path: string): Promise<{ nextCursor: string | null; rows: number }> => {
    const answer = await fetch(site.url + path, { headers })
    if (!answer.ok) throw new Error(`${path} returned ${answer.status}.`)
    const { data } = (await answer.json()) as { data: { nextCursor: string | null } }
    return { nextCursor: data.nextCursor, rows: Object.values(data).find(Array.isArray)?.length ?? 0 }
  }
  const runs: TableRun[] = []
  for (const [table, path, find] of asked(Math.ceil(rows / 3))) {
    let deep = ''
    for (let i = 0; i < 40; i++) deep = (await get(deep ? `${path}?cursor=${deep}` : path)).nextCursor ?? deep
    for (const [what, query] of [
      ['first page', ''],
      ['forty pages down', `?cursor=${deep}`],
      ['found by words', `?text=${encodeURIComponent(find)}`],
    ] as const) {
      if ((await get(path + query)).rows === 0) throw new Error(`${path}${query} found nothing.`)
      const times: number[] = []
      for (let i = 0; i < 40; i++) {
        const began = performance.now()
        await get(path + query)
        times.push(performance.now() - began)
      }
      runs.push({ table, what, ms: spreadOf(times) })
    }
  }
  return runs
}
