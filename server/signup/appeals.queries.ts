import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import { isProviderHeld } from '#server/accounts/index.ts'
import { fetchPage, type PageRequest } from '#server/platform/pagination.ts'

export type AppealRow = Selectable<DB['appeal']>

export type AppealableDecision = {
  kind: 'document' | 'verification' | 'suspension'
  documentId: string | null
  roundId: number | null
  documentKind: string | null
  refusal: string | null
  note: string
  at: Date
  by: string | null
}

/** Lists decisions that are in force and not appealed, newest first. */
export const listAppealableDecisions = async (
  db: Db,
  providerId: string,
  since: Date,
): Promise<AppealableDecision[]> => {
  const { rows } = await sql<AppealableDecision>`
    select * from (
      select 'document' as kind, d.id as "documentId", null::bigint as "roundId", d.kind as "documentKind", d.refusal, d.note, d.decided_at as at, d.decided_by as by
        from artist_document d where d.provider_id = ${providerId} and d.state = 'refused' and d.purge_at is null and d.decided_by is not null
        and not exists (select from artist_document o where o.provider_id = d.provider_id and o.kind = d.kind and o.state = 'pending')
      union all
      select 'verification', null, v.id, null, null, v.note, v.decided_at, v.decided_by
        from verification v join provider p on p.id = v.provider_id
        where v.provider_id = ${providerId} and v.decision = 'rejected' and p.state = 'rejected'
        and not exists (select from verification later where later.provider_id = v.provider_id and later.round > v.round)
      union all
      select * from (select 'suspension', null::uuid, null::bigint, null::text, null::text, e.reason, date_trunc('milliseconds', e.at), e.actor_id
        from audit e join provider p on p.id = ${providerId} and p.state = 'suspended'
        where e.subject_kind = 'provider' and e.subject_id = ${providerId}::text and e.act = 'provider.suspend' order by e.at desc limit 1) s
    ) made
    where at > ${since} and not exists (select from appeal a where a.provider_id = ${providerId} and a.kind = made.kind and a.decision_at = made.at)
    order by at desc`.execute(db)
  return rows
}

export const listAppealsOf = (db: Db, providerId: string) =>
  shown(db)
    .where('a.provider_id', '=', providerId)
    .where('a.purge_at', 'is', null)
    .orderBy('a.sent_at', 'desc')
    .execute()

const shown = (db: Db) =>
  db
    .selectFrom('appeal as a')
    .innerJoin('provider as p', 'p.id', 'a.provider_id')
    .leftJoin('artist_document as d', 'd.id', 'a.document_id')
    .leftJoin('verification as v', 'v.id', 'a.round_id')
    .leftJoin('account as before', 'before.id', 'a.against')
    .leftJoin('account as decider', 'decider.id', 'a.decided_by')
    .selectAll('a')
    .select([
      'p.name',
      'p.slug',
      'p.account_id',
      'p.country_code',
      'd.kind as document_kind',
      'before.name as against_name',
      'decider.name as decider',
    ])

export type ShownRow = Awaited<ReturnType<typeof listAppealsOf>>[number]

export const getAppealById = (db: Db, id: string): Promise<ShownRow> =>
  shown(db).where('a.id', '=', id).executeTakeFirstOrThrow()

export const listFilesOf = (db: Db, appealIds: readonly string[]) =>
  appealIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('appeal_file')
        .select(['id', 'appeal_id', 'file'])
        .where('appeal_id', 'in', appealIds)
        .orderBy('position')
        .execute()

/** Returns the reason on failure. */
export async function insertAppeal(db: Db, row: Insertable<DB['appeal']>, files: readonly string[]): Promise<boolean> {
  const made = await db
    .insertInto('appeal')
    .values(row)
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return false
  if (files.length > 0)
    await db
      .insertInto('appeal_file')
      .values(files.map((file, position) => ({ file, position, appeal_id: made.id })))
      .execute()
  return true
}

export const openAppeal = (db: Db, providerId: string) =>
  db
    .selectFrom('appeal')
    .select('id')
    .where('provider_id', '=', providerId)
    .where('upheld', 'is', null)
    .executeTakeFirst()

export const lockAppeal = (db: Db, id: string): Promise<AppealRow | undefined> =>
  db.selectFrom('appeal').selectAll().where('id', '=', id).where('purge_at', 'is', null).forUpdate().executeTakeFirst()

export const closeAppeal = (
  db: Db,
  id: string,
  decision: { upheld: boolean; answer: string; decided_by: string | null; decided_at: Date },
) => db.updateTable('appeal').set(decision).where('id', '=', id).execute()

export const fetchWaitingAppeals = (db: Db, page: PageRequest) =>
  fetchPage(shown(db).where('a.upheld', 'is', null).where('a.purge_at', 'is', null), page, {
    at: 'a.sent_at',
    id: 'a.id',
    order: 'asc',
  })

export const fetchDecidedAppeals = (db: Db, page: PageRequest) =>
  fetchPage(shown(db).where('a.upheld', 'is not', null).where('a.purge_at', 'is', null), page, {
    at: 'a.decided_at',
    id: 'a.id',
  })

export const countWaiting = async (db: Db): Promise<number> => {
  const row = await db
    .selectFrom('appeal')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('upheld', 'is', null)
    .where('purge_at', 'is', null)
    .executeTakeFirst()
  return Number(row?.n ?? 0)
}

export const findAppealFile = (db: Db, id: string) =>
  db
    .selectFrom('appeal_file as f')
    .innerJoin('appeal as a', 'a.id', 'f.appeal_id')
    .innerJoin('provider as p', 'p.id', 'a.provider_id')
    .select(['f.id', 'f.file', 'p.id as provider_id', 'p.name', 'p.account_id'])
    .where('f.id', '=', id)
    .where('a.purge_at', 'is', null)
    .executeTakeFirst()

/** Includes decided appeals, and those of deleted accounts. */
export const listAppealsToPurge = async (db: Db, now: Date, decided: Date): Promise<string[]> =>
  (
    await sql<{ id: string }>`select a.id from appeal a where (a.purge_at <= ${now} or a.decided_at < ${decided})
      and not ${isProviderHeld('a.provider_id')}
      order by a.sent_at limit 200`.execute(db)
  ).rows.map(({ id }) => id)

export const deleteAppeal = (db: Db, id: string) => db.deleteFrom('appeal').where('id', '=', id).execute()

/** Locks a rejected profile with its newest round. */
export const lockRejected = async (db: Db, providerId: string) => {
  const provider = await db
    .selectFrom('provider')
    .select(['id', 'state'])
    .where('id', '=', providerId)
    .forUpdate()
    .executeTakeFirst()
  const round = await db
    .selectFrom('verification')
    .select(['id', 'round', 'decided_by'])
    .where('provider_id', '=', providerId)
    .orderBy('round', 'desc')
    .limit(1)
    .executeTakeFirst()
  return provider?.state === 'rejected' && round ? round : undefined
}
