import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import { isProviderHeld } from '#server/accounts/index.ts'
import { fetchPage, type PageRequest } from '#server/platform/pagination.ts'
import { forEver, type CheckExpiries } from './badge.ts'

export type DocumentRow = Selectable<DB['artist_document']>
export type FileRow = { id: string; document_id: string; file: string }

export async function getCheckExpiries(db: Db, providerId: string): Promise<CheckExpiries> {
  const rows = await db
    .selectFrom('artist_document')
    .select(['kind', sql<string>`max(coalesce(valid_until, ${forEver}::date))::text`.as('until')])
    .where('provider_id', '=', providerId)
    .where('state', '=', 'accepted')
    .groupBy('kind')
    .execute()
  return Object.fromEntries(rows.map(({ kind, until }) => [kind, until])) as CheckExpiries
}

export const listAcceptedDocuments = (db: Db, providerId: string) =>
  db
    .selectFrom('artist_document')
    .distinctOn('kind')
    .select(['kind', 'decided_at', 'valid_until'])
    .where('provider_id', '=', providerId)
    .where('state', '=', 'accepted')
    .orderBy('kind')
    .orderBy(sql`valid_until desc nulls first`)
    .orderBy('decided_at', 'desc')
    .execute()

export const listDocumentsOf = (db: Db, providerId: string): Promise<DocumentRow[]> =>
  db
    .selectFrom('artist_document')
    .selectAll()
    .where('provider_id', '=', providerId)
    .where('purge_at', 'is', null)
    .orderBy('sent_at', 'desc')
    .limit(100)
    .execute()

export const listFiles = (db: Db, documentIds: readonly string[]): Promise<FileRow[]> =>
  documentIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('artist_document_file')
        .select(['id', 'document_id', 'file'])
        .where('document_id', 'in', documentIds)
        .orderBy('position')
        .execute()

export async function insertDocument(
  db: Db,
  row: Insertable<DB['artist_document']>,
  files: readonly { file: string; digest: Buffer }[],
): Promise<boolean> {
  const made = await db
    .insertInto('artist_document')
    .values(row)
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return false
  if (files.length > 0)
    await db
      .insertInto('artist_document_file')
      .values(files.map((file, position) => ({ ...file, position, document_id: made.id })))
      .execute()
  return true
}

export const lockDocument = async (db: Db, id: string) => {
  const document = await db
    .selectFrom('artist_document')
    .selectAll()
    .where('id', '=', id)
    .where('purge_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  const artist = document && (await artistOf(db, document.provider_id))
  return document && artist ? { document, artist } : undefined
}

export const findDocumentById = async (db: Db, id: string) => {
  const document = await db
    .selectFrom('artist_document')
    .selectAll()
    .where('id', '=', id)
    .where('purge_at', 'is', null)
    .executeTakeFirst()
  const artist = document && (await artistOf(db, document.provider_id))
  return document && artist ? { document, artist } : undefined
}

const artistOf = (db: Db, providerId: string) =>
  db
    .selectFrom('provider as p')
    .leftJoin('account as a', 'a.id', 'p.account_id')
    .select(['p.id', 'p.slug', 'p.name', 'p.account_id', 'p.country_code', 'a.name as account_name', 'a.email'])
    .where('p.id', '=', providerId)
    .executeTakeFirst()

type Change = {
  state?: string
  not_by?: string | null
  second_look?: boolean
  first_approval_by?: string | null
  first_approval_at?: Date | null
  decided_by?: string | null
  decided_at?: Date | null
  valid_until?: string | null
  refusal?: string | null
  note?: string
  purge_at?: Date
}

export const changeDocument = (db: Db, id: string, change: Change) =>
  db.updateTable('artist_document').set(change).where('id', '=', id).execute()

const listed = (db: Db) =>
  db
    .selectFrom('artist_document as d')
    .innerJoin('provider as p', 'p.id', 'd.provider_id')
    .leftJoin('account as a', 'a.id', 'p.account_id')
    .leftJoin('account as decider', 'decider.id', 'd.decided_by')
    .select([
      'd.id',
      'd.kind',
      'd.sent_at',
      'd.state',
      'd.decided_at',
      'd.valid_until',
      'd.first_approval_by',
      'd.provider_id',
      'p.slug',
      'p.name',
      'p.account_id',
      'p.country_code',
      'a.name as account_name',
      'decider.name as decider',
    ])
    .where('d.purge_at', 'is', null)

export type ListedRow = Awaited<ReturnType<ReturnType<typeof listed>['execute']>>[number]

export const getListedDocument = (db: Db, id: string): Promise<ListedRow> =>
  listed(db).where('d.id', '=', id).executeTakeFirstOrThrow()

export const fetchWaitingDocuments = (db: Db, page: PageRequest) =>
  fetchPage(listed(db).where('d.state', '=', 'pending'), page, { at: 'd.sent_at', id: 'd.id', order: 'asc' })

export const fetchDecidedDocuments = (db: Db, page: PageRequest) =>
  fetchPage(listed(db).where('d.decided_by', 'is not', null), page, { at: 'd.decided_at', id: 'd.id' })

export const countWaiting = async (db: Db): Promise<number> => {
  const row = await db
    .selectFrom('artist_document')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('state', '=', 'pending')
    .where('purge_at', 'is', null)
    .executeTakeFirst()
  return Number(row?.n ?? 0)
}

export const findDocumentFile = (db: Db, id: string) =>
  db
    .selectFrom('artist_document_file as f')
    .innerJoin('artist_document as d', 'd.id', 'f.document_id')
    .innerJoin('provider as p', 'p.id', 'd.provider_id')
    .select(['f.id', 'f.file', 'd.kind', 'p.id as provider_id', 'p.name', 'p.account_id'])
    .where('f.id', '=', id)
    .where('d.purge_at', 'is', null)
    .executeTakeFirst()

export async function getRiskSigns(
  db: Db,
  of: { providerId: string; accountId: string | null; documentId: string | null; since: Date },
): Promise<{ device: boolean; number: boolean; picture: boolean; refusals: number }> {
  const suspended = sql`(o.suspended_at is not null or exists (select from provider s where s.account_id = o.id and s.state = 'suspended'))`
  const { rows } = await sql<{ device: boolean; number: boolean; picture: boolean; refusals: number }>`select
    exists (select from known_device own join known_device theirs on theirs.device_hash = own.device_hash and theirs.account_id <> own.account_id
      join account o on o.id = theirs.account_id where own.account_id = ${of.accountId} and ${suspended}) as device,
    exists (select from number_proof own join number_proof theirs on theirs.mobile = own.mobile and theirs.account_id <> own.account_id and theirs.proven_at is not null
      join account o on o.id = theirs.account_id where own.account_id = ${of.accountId} and own.proven_at is not null and ${suspended}) as number,
    exists (select from (
        select f.digest from artist_document_file f where f.document_id = ${of.documentId}
        union all select i.digest from identity_picture i where i.provider_id = ${of.providerId} and i.digest is not null and ${of.documentId}::uuid is null) own
      where exists (select from artist_document_file f join artist_document d on d.id = f.document_id where f.digest = own.digest and d.provider_id <> ${of.providerId})
        or exists (select from identity_picture i where i.digest = own.digest and i.provider_id <> ${of.providerId})) as picture,
    ((select count(*) from artist_document where provider_id = ${of.providerId} and state = 'refused' and decided_at > ${of.since})
      + (select count(*) from verification where provider_id = ${of.providerId} and decision = 'rejected' and decided_at > ${of.since}))::int as refusals`.execute(
    db,
  )
  return rows[0] ?? { device: false, number: false, picture: false, refusals: 0 }
}

/** Lists checks that expire soon or expired in the last week without a replacement, with recipients. */
export const listEndingDocuments = (db: Db, from: string, to: string) =>
  db
    .selectFrom('artist_document as d')
    .innerJoin('provider as p', 'p.id', 'd.provider_id')
    .innerJoin('account as a', 'a.id', 'p.account_id')
    .select(['d.id', 'd.kind', 'd.valid_until', 'p.country_code', 'a.id as account_id', 'a.name', 'a.email'])
    .where('d.state', '=', 'accepted')
    .where('d.purge_at', 'is', null)
    .where('d.valid_until', '>=', from)
    .where('d.valid_until', '<=', to)
    .where('p.state', 'in', ['approved', 'paused'])
    .where('a.suspended_at', 'is', null)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('artist_document as o')
            .select('o.id')
            .whereRef('o.provider_id', '=', 'd.provider_id')
            .whereRef('o.kind', '=', 'd.kind')
            .whereRef('o.id', '<>', 'd.id')
            .where(
              sql<boolean>`(o.state = 'pending' or o.state = 'accepted' and coalesce(o.valid_until, ${forEver}::date) >= d.valid_until
                and (o.valid_until is distinct from d.valid_until or o.id > d.id))`,
            ),
        ),
      ),
    )
    .orderBy('d.valid_until')
    .limit(500)
    .execute()

/** Includes withdrawn, rejected and expired documents, and those of deleted accounts. */
export const listDocumentsToPurge = async (
  db: Db,
  { now, refused, expired }: { now: Date; refused: Date; expired: string },
): Promise<string[]> =>
  (
    await sql<{ id: string }>`select d.id from artist_document d where (d.purge_at <= ${now}
        or d.state = 'refused' and d.decided_at < ${refused} and not exists (select from appeal a where a.document_id = d.id and a.upheld is null)
        or d.state = 'accepted' and d.valid_until < ${expired}::date)
      and not ${isProviderHeld('d.provider_id')}
      order by d.sent_at limit 200`.execute(db)
  ).rows.map(({ id }) => id)

export const deleteDocument = (db: Db, id: string) => db.deleteFrom('artist_document').where('id', '=', id).execute()

export const checkFigures = async (
  db: Db,
  countryCode: string,
  today: string,
  needed: readonly string[],
): Promise<{ artists: number; verified: number; by: Partial<Record<string, number>> }> => {
  const { rows } = await sql<{ artists: number; verified: number; by: Record<string, number> | null }>`
    with live as (select id from provider where country_code = ${countryCode} and state = 'approved'),
    has as (select distinct d.provider_id, d.kind from artist_document d join live on live.id = d.provider_id
      where d.state = 'accepted' and coalesce(d.valid_until, ${forEver}::date) >= ${today}::date)
    select (select count(*) from live)::int as artists,
      (select count(*) from (select provider_id from has where kind = any(${needed}::text[]) group by provider_id having count(*) = ${needed.length}) all_of)::int as verified,
      (select json_object_agg(kind, n) from (select kind, count(*)::int as n from has group by kind) counted) as by`.execute(
    db,
  )
  const row = rows[0]
  return { artists: row?.artists ?? 0, verified: row?.verified ?? 0, by: row?.by ?? {} }
}
