import { sql } from 'kysely'
import type { FormQuestion } from '#contract/catalog/forms/forms.ts'
import type { Db } from '#db/database.ts'

export const listConsentForms = (db: Db) =>
  db
    .selectFrom('consent_form')
    .select([
      'id',
      'name',
      'retired_at',
      sql<
        string[]
      >`array(select service_id from consent_form_service s where s.form_id = consent_form.id order by 1)`.as(
        'services',
      ),
    ])
    .orderBy(sql`retired_at is not null`)
    .orderBy('name')
    .execute()

type VersionRow = {
  id: string
  form_id: string
  number: number
  intro: string
  questions: FormQuestion[]
  published_at: Date
}

export const listConsentFormVersions = (db: Db): Promise<VersionRow[]> =>
  db.selectFrom('consent_form_version').selectAll().orderBy('number', 'desc').execute() as unknown as Promise<
    VersionRow[]
  >

export const lockForm = (db: Db, id: string) =>
  db.selectFrom('consent_form').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const getNewestVersion = async (db: Db, formId: string): Promise<VersionRow> =>
  (await db
    .selectFrom('consent_form_version')
    .selectAll()
    .where('form_id', '=', formId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()) as unknown as VersionRow

/** Returns null if an active form has the name. */
export const insertForm = async (db: Db, name: string, now: Date): Promise<string | null> => {
  const { rows } = await sql<{ id: string }>`insert into consent_form (name, made_at) values (${name}, ${now})
    on conflict (lower(name)) where retired_at is null do nothing returning id`.execute(db)
  return rows[0]?.id ?? null
}

export const isNamed = async (db: Db, name: string, exceptId: string): Promise<boolean> =>
  (await db
    .selectFrom('consent_form')
    .select('id')
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .where('retired_at', 'is', null)
    .where('id', '<>', exceptId)
    .executeTakeFirst()) !== undefined

export const renameForm = (db: Db, id: string, name: string) =>
  db.updateTable('consent_form').set({ name }).where('id', '=', id).execute()

export async function insertVersion(
  db: Db,
  {
    formId,
    number,
    intro,
    questions,
    now,
  }: { formId: string; number: number; intro: string; questions: readonly FormQuestion[]; now: Date },
): Promise<void> {
  await db
    .insertInto('consent_form_version')
    .values({ form_id: formId, number, intro, questions: JSON.stringify(questions), published_at: now })
    .execute()
}

/** Returns false if another form has one of the services. */
export async function setFormServices(db: Db, formId: string, services: readonly string[]): Promise<boolean> {
  await db.deleteFrom('consent_form_service').where('form_id', '=', formId).execute()
  if (services.length === 0) return true
  const { length } = await db
    .insertInto('consent_form_service')
    .values(services.map((service_id) => ({ service_id, form_id: formId })))
    .onConflict((oc) => oc.column('service_id').doNothing())
    .returning('service_id')
    .execute()
  return length === services.length
}

export const retireConsentForm = (db: Db, id: string, now: Date) =>
  db.updateTable('consent_form').set({ retired_at: now }).where('id', '=', id).execute()

export const listServiceTests = async (db: Db): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (
      await db
        .selectFrom('service')
        .select(['id', 'patch_test_minutes'])
        .where('patch_test_minutes', 'is not', null)
        .execute()
    ).map(({ id, patch_test_minutes }) => [id, Number(patch_test_minutes)]),
  )

/** Returns the previous value, or undefined if the service does not exist. */
export async function setTestMinutes(db: Db, id: string, minutes: number | null) {
  const before = await db
    .selectFrom('service')
    .select(['label', 'patch_test_minutes as minutes'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (before) await db.updateTable('service').set({ patch_test_minutes: minutes }).where('id', '=', id).execute()
  return before
}
