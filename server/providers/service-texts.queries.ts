import { type Selectable, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'
import { fetchPage, type Page, type PageRequest } from '#server/platform/pagination.ts'
import { rethrowConstraintAs } from '#server/platform/refusal.ts'

type WordsRow = Selectable<DB['own_words']>
export type WordsChange = Pick<WordsRow, 'title' | 'words' | 'asked_title' | 'asked_words' | 'sent_back'>

export const listServiceTextRows = (db: Db, providerId: string): Promise<WordsRow[]> =>
  db.selectFrom('own_words').selectAll().where('provider_id', '=', providerId).execute()

export const listShownServiceTexts = (db: Db, providerId: string) =>
  db
    .selectFrom('own_words')
    .select(['service_id', 'title', 'words'])
    .where('provider_id', '=', providerId)
    .where('service_id', 'is not', null)
    .where('title', 'is not', null)
    .$narrowType<{ title: string; service_id: string }>()
    .execute()

type About = { service_id: string } | { package_id: string } | { add_on_id: string }

export const upsertServiceText = (db: Db, providerId: string, about: About, change: WordsChange, now: Date) => {
  const row = { ...change, asked_at: now, decided_by: null, decided_at: null }
  return db
    .insertInto('own_words')
    .values({ provider_id: providerId, ...about, ...row })
    .onConflict((oc) =>
      ('package_id' in about
        ? oc.column('package_id')
        : 'add_on_id' in about
          ? oc.column('add_on_id')
          : oc.columns(['provider_id', 'service_id'])
      ).doUpdateSet(row),
    )
    .execute()
}

export const deleteServiceText = (db: Db, providerId: string, serviceId: string) =>
  db.deleteFrom('own_words').where('provider_id', '=', providerId).where('service_id', '=', serviceId).execute()

export const lockServiceText = async (db: Db, id: string) => {
  const words = await db.selectFrom('own_words').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!words) return undefined
  const artist = await db
    .selectFrom('provider as p')
    .leftJoin('account as a', 'a.id', 'p.account_id')
    .select(['p.id', 'p.name', 'p.country_code', 'p.account_id', 'a.email', 'a.name as account_name'])
    .where('p.id', '=', words.provider_id)
    .executeTakeFirstOrThrow()
  return { words, artist }
}

export const updateServiceTextDecision = (
  db: Db,
  id: string,
  change: WordsChange & { decided_by: string; decided_at: Date },
) => db.updateTable('own_words').set(change).where('id', '=', id).execute()

const listed = (db: Db) =>
  db
    .selectFrom('own_words as w')
    .innerJoin('provider as p', 'p.id', 'w.provider_id')
    .leftJoin('package as k', 'k.id', 'w.package_id')
    .leftJoin('add_on as a', 'a.id', 'w.add_on_id')
    .selectAll('w')
    .select(['k.service_ids', 'k.counts', 'a.service_id as added_to', 'p.slug', 'p.name', 'p.country_code'])
export type ListedServiceText = Awaited<ReturnType<ReturnType<typeof listed>['execute']>>[number]

export const getListedServiceText = (db: Db, id: string): Promise<ListedServiceText> =>
  listed(db).where('w.id', '=', id).executeTakeFirstOrThrow()

export const listWaitingServiceTexts = (db: Db, page: PageRequest): Promise<Page<ListedServiceText>> =>
  fetchPage(listed(db).where('w.asked_title', 'is not', null).where('w.sent_back', 'is', null), page, {
    at: 'w.asked_at',
    id: 'w.id',
    order: 'asc',
  })

export const listPublishedServiceTexts = (db: Db, page: PageRequest): Promise<Page<ListedServiceText>> =>
  fetchPage(listed(db).where('w.title', 'is not', null), page, { at: 'w.asked_at', id: 'w.id' })

export const countWaitingServiceTexts = async (db: Db): Promise<number> => {
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from own_words where asked_title is not null and sent_back is null`.execute(db)
  return rows[0]?.n ?? 0
}

export const listBannedWords = (db: Db, countryCode: string) =>
  db.selectFrom('banned_word').select(['word', 'plain']).where('country_code', '=', countryCode).execute()

export const listBannedWordsOfMarkets = (db: Db) =>
  db
    .selectFrom('banned_word')
    .select(['id', 'country_code', 'word', 'added_at'])
    .orderBy('country_code')
    .orderBy('plain')
    .execute()

export async function countBanned(db: Db, countryCode: string): Promise<number> {
  await db.selectFrom('market').select('country_code').where('country_code', '=', countryCode).forUpdate().execute()
  return (await listBannedWords(db, countryCode)).length
}

export const insertBanned = (db: Db, row: { country_code: string; word: string; plain: string; added_at: Date }) =>
  db
    .insertInto('banned_word')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(rethrowConstraintAs('banned_word_once', 'banned_word_exists'))

export const deleteBanned = (db: Db, id: string) =>
  db.deleteFrom('banned_word').where('id', '=', id).returning(['country_code', 'word']).executeTakeFirst()
