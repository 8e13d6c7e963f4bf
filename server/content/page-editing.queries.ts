import { type Selectable, sql } from 'kysely'
import type { FaqEdit, PageFields } from '#contract/content/page-edit.ts'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'

export type VersionRow = Selectable<DB['page_version']> & {
  author_name: string | null
  publisher_name: string | null
  folder: string | null
  thumbhash: string | null
}

export type PageEdit = PageFields & { number: number; publishedAt: Date }

const versions = (db: Db) =>
  db
    .selectFrom('page_version as v')
    .leftJoin('account as a', 'a.id', 'v.author')
    .leftJoin('account as p', 'p.id', 'v.published_by')
    .leftJoin('upload as u', 'u.id', 'v.picture_id')
    .selectAll('v')
    .select(['a.name as author_name', 'p.name as publisher_name', 'u.folder', 'u.thumbhash'])

const srcOf = ({ folder, picture_id, thumbhash }: VersionRow) =>
  `/pictures/${folder}/${picture_id}/1200.webp${thumbhash ? `?th=${thumbhash}` : ''}`

export const toPageFields = (row: VersionRow): PageFields => ({
  title: row.title,
  description: row.description,
  bannerTitle: row.banner_title,
  bannerText: row.banner_text,
  picture: row.picture_id && row.picture_alt ? { src: srcOf(row), alt: row.picture_alt } : null,
  faqs: row.faqs as FaqEdit[] | null,
  body: row.body,
})

export const findPageEdit = async (db: Db, path: string): Promise<PageEdit | null> => {
  const row = await versions(db).where('v.path', '=', path).where('v.state', '=', 'published').executeTakeFirst()
  return row?.published_at ? { ...toPageFields(row), number: row.number ?? 0, publishedAt: row.published_at } : null
}

export const listVersions = (db: Db, path: string): Promise<VersionRow[]> =>
  versions(db).where('v.path', '=', path).where('v.state', '<>', 'draft').orderBy('v.id', 'desc').limit(200).execute()

export const findDraft = (db: Db, path: string): Promise<VersionRow | undefined> =>
  versions(db).where('v.path', '=', path).where('v.state', '=', 'draft').executeTakeFirst()

export const findVersion = (db: Db, path: string, number: number): Promise<VersionRow | undefined> =>
  versions(db).where('v.path', '=', path).where('v.number', '=', number).executeTakeFirst()

/** Locks a page until the transaction ends, to serialise publications. */
export const lockPage = (db: Db, path: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`page ${path}`}, 0))`.execute(db)

const columnsOf = ({ title, description, bannerTitle, bannerText, picture, faqs, body }: PageFields) => ({
  title,
  description,
  banner_title: bannerTitle,
  banner_text: bannerText,
  faqs: faqs && JSON.stringify(faqs),
  body,
  picture_id: picture ? (picture.src.split('/')[3] ?? null) : null,
  picture_alt: picture?.alt ?? null,
})

type Written = { path: string; by: string | null; at: Date; fields: PageFields }

export const insertDraft = (db: Db, { path, by, at, fields }: Written) =>
  db
    .insertInto('page_version')
    .values({ path, state: 'draft', author: by, written_at: at, ...columnsOf(fields) })
    .execute()

export const changeDraft = (db: Db, { path, at, fields }: Written) =>
  db
    .updateTable('page_version')
    .set({ written_at: at, mark: sql<string>`gen_random_uuid()`, ...columnsOf(fields) })
    .where('path', '=', path)
    .where('state', '=', 'draft')
    .execute()

export const archiveDraft = (db: Db, path: string) =>
  db.updateTable('page_version').set({ state: 'aside' }).where('path', '=', path).where('state', '=', 'draft').execute()

export const deleteDraft = (db: Db, path: string) =>
  db.deleteFrom('page_version').where('path', '=', path).where('state', '=', 'draft').execute()

export const endStanding = async (db: Db, path: string): Promise<number> => {
  await db
    .updateTable('page_version')
    .set({ state: 'past' })
    .where('path', '=', path)
    .where('state', '=', 'published')
    .execute()
  const { last } = await db
    .selectFrom('page_version')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('path', '=', path)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

type Published = { number: number; by: string | null; at: Date; reason: string }

export const publishDraftRow = (db: Db, path: string, { number, by, at, reason }: Published) =>
  db
    .updateTable('page_version')
    .set({ state: 'published', number, published_at: at, published_by: by, reason })
    .where('path', '=', path)
    .where('state', '=', 'draft')
    .execute()

export const publishFields = (db: Db, path: string, fields: PageFields, { number, by, at, reason }: Published) =>
  db
    .insertInto('page_version')
    .values({
      path,
      state: 'published',
      number,
      author: by,
      written_at: at,
      published_at: at,
      published_by: by,
      reason,
      ...columnsOf(fields),
    })
    .execute()

export const isUploadShown = async (db: Db, id: string): Promise<boolean> =>
  Boolean(await db.selectFrom('page_version').select('id').where('picture_id', '=', id).limit(1).executeTakeFirst())

type ListedRow = {
  path: string
  title: string | null
  number: number | null
  made: boolean
  published_at: Date | null
  publisher: string | null
  draft_at: Date | null
  draft_by: string | null
}

export const listChangedPages = async (db: Db, like: string | null): Promise<ListedRow[]> =>
  (
    await sql<ListedRow>`
    select path, coalesce(max(title) filter (where state = 'draft'), max(title) filter (where state = 'published')) as title, max(number) filter (where state = 'published') as number,
      coalesce(bool_and(title is null and description is null and banner_title is null and banner_text is null and picture_id is null and faqs is null and body is null) filter (where state = 'published'), true) as made,
      max(published_at) filter (where state = 'published') as published_at, max(p.name) filter (where state = 'published') as publisher,
      max(written_at) filter (where state = 'draft') as draft_at, max(a.name) filter (where state = 'draft') as draft_by
    from page_version v left join account a on a.id = v.author left join account p on p.id = v.published_by
    where state in ('draft', 'published') and (${like}::text is null or path like ${like} or lower(coalesce(title, '')) like ${like})
    group by path order by max(v.id) desc limit 300`.execute(db)
  ).rows

export const listPublishedTimes = async (db: Db): Promise<Map<string, Date>> => {
  const rows = await db
    .selectFrom('page_version')
    .select(['path', 'published_at'])
    .where('state', '=', 'published')
    .execute()
  return new Map(rows.flatMap(({ path, published_at }) => (published_at ? [[path, published_at] as const] : [])))
}

export const countHelp = (db: Db, topic: string, useful: boolean) =>
  sql`insert into help_count as h (topic, useful, useless) values (${topic}, ${useful ? 1 : 0}, ${useful ? 0 : 1})
    on conflict (topic) do update set useful = h.useful + excluded.useful, useless = h.useless + excluded.useless`.execute(
    db,
  )

export const listHelpCounts = (db: Db) => db.selectFrom('help_count').selectAll().execute()

export const isLiveSlug = async (db: Db, slug: string): Promise<boolean> =>
  Boolean(
    await db
      .selectFrom('provider')
      .select('id')
      .where('slug', '=', slug)
      .where('state', '=', 'approved')
      .executeTakeFirst(),
  )

export const listPlacesCalled = async (
  db: Db,
  slug: string,
): Promise<{ country_code: string; address: string; label: string }[]> =>
  (
    await sql<{
      country_code: string
      address: string
      label: string
    }>`select country_code, address, label from place where address is not null and starts_with(slug, ${slug})
    order by (slug = ${slug}) desc, population desc, id limit 6`.execute(db)
  ).rows
