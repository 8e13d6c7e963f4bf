import { sql } from 'kysely'
import { isProviderHeld } from '#server/accounts/index.ts'
import type { Db } from '#db/database.ts'
import type { SignupStep } from '#contract/signup/signup-steps.ts'

export const findSignup = (db: Db, accountId: string) =>
  db.selectFrom('signup').selectAll().where('account_id', '=', accountId).executeTakeFirst()

export const insertSignup = (
  db: Db,
  row: { account_id: string; landing: string; first_service: string | null; created_at: Date; updated_at: Date },
) =>
  db
    .insertInto('signup')
    .values(row)
    .onConflict((oc) => oc.column('account_id').doNothing())
    .execute()

export const saveSignupCategory = (db: Db, accountId: string, categoryId: number) =>
  db.updateTable('signup').set({ category_id: categoryId }).where('account_id', '=', accountId).execute()

export const listSavedSteps = (db: Db, accountId: string) =>
  db.selectFrom('signup_step').select(['step', 'saved_at']).where('account_id', '=', accountId).execute() as Promise<
    { step: SignupStep; saved_at: Date }[]
  >

export const saveStep = async (db: Db, accountId: string, step: SignupStep, now: Date): Promise<void> => {
  await db
    .insertInto('signup_step')
    .values({ account_id: accountId, step, saved_at: now })
    .onConflict((oc) => oc.columns(['account_id', 'step']).doUpdateSet({ saved_at: now }))
    .execute()
  await db.updateTable('signup').set({ updated_at: now }).where('account_id', '=', accountId).execute()
}

export const hasAcceptedTerms = async (db: Db, accountId: string, version?: string): Promise<boolean> =>
  (await db
    .selectFrom('terms_acceptance')
    .select('id')
    .where('account_id', '=', accountId)
    .where('terms', '=', 'provider')
    .$if(version !== undefined, (of) => of.where('version', '=', version as string))
    .limit(1)
    .executeTakeFirst()) !== undefined

/** At most one reminder per period. */
export const claimReturnMail = async (db: Db, accountId: string, now: Date, before: Date): Promise<boolean> => {
  const row = await db
    .updateTable('signup')
    .set({ return_mail_at: now })
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('return_mail_at', 'is', null), eb('return_mail_at', '<', before)]))
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

export const saveGesture = (
  db: Db,
  row: { account_id: string; code: string; gesture: string; created_at: Date; expires_at: Date },
) =>
  db
    .insertInto('identity_gesture_code')
    .values(row)
    .onConflict((oc) =>
      oc.column('account_id').doUpdateSet((eb) => ({
        code: eb.ref('excluded.code'),
        gesture: eb.ref('excluded.gesture'),
        created_at: eb.ref('excluded.created_at'),
        expires_at: eb.ref('excluded.expires_at'),
      })),
    )
    .execute()

export const findGesture = (db: Db, accountId: string, now: Date) =>
  db
    .selectFrom('identity_gesture_code')
    .select(['code', 'gesture'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export const consumeGesture = (db: Db, accountId: string, now: Date) =>
  db
    .deleteFrom('identity_gesture_code')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .returning(['code', 'gesture'])
    .executeTakeFirst()

export const listIdentityPictures = (db: Db, providerId: string) =>
  db
    .selectFrom('identity_picture')
    .select(['id', 'kind', 'document', 'file', 'gesture', 'created_at', 'purge_at'])
    .where('provider_id', '=', providerId)
    .where('purged_at', 'is', null)
    .orderBy('kind', 'desc')
    .execute()

/** Returns the file to delete. */
export const retireIdentityPicture = (db: Db, providerId: string, kind: string, now: Date) =>
  db
    .updateTable('identity_picture')
    .set({ purged_at: now })
    .where('provider_id', '=', providerId)
    .where('kind', '=', kind)
    .where('purged_at', 'is', null)
    .returning('file')
    .executeTakeFirst()

export const insertIdentity = (
  db: Db,
  row: {
    provider_id: string
    kind: string
    document: string | null
    file: string
    digest: Buffer
    gesture: string
    created_at: Date
  },
) => db.insertInto('identity_picture').values(row).execute()

/** Waiting profiles of the sample market without identity pictures, with the drawing of their portrait. */
export const listSampleProfilesToIdentify = (db: Db) =>
  db
    .selectFrom('provider')
    .innerJoin('media', 'media.id', 'provider.profile_media_id')
    .select(['provider.id', 'provider.name', 'media.drawing'])
    .where('provider.sample', '=', true)
    .where('provider.state', '=', 'submitted')
    .where('media.drawing', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('identity_picture').select('id').whereRef('identity_picture.provider_id', '=', 'provider.id'),
        ),
      ),
    )
    .execute()

/** Keeps an existing date. Returns the date. */
export const schedulePurge = async (db: Db, providerId: string, at: Date): Promise<Date> => {
  const rows = await db
    .updateTable('identity_picture')
    .set((eb) => ({ purge_at: sql<Date>`coalesce(${eb.ref('purge_at')}, ${at})` }))
    .where('provider_id', '=', providerId)
    .where('purged_at', 'is', null)
    .returning('purge_at')
    .execute()
  return rows.reduce((last, { purge_at }) => (purge_at && purge_at > last ? purge_at : last), rows[0]?.purge_at ?? at)
}

/** Includes unsubmitted pictures from before `idle`. */
export const listIdentityPicturesToPurge = (db: Db, now: Date, idle: Date) =>
  db
    .selectFrom('identity_picture as i')
    .select(['i.id', 'i.file'])
    .where('i.purged_at', 'is', null)
    // Excludes accounts under a legal hold.
    .where(sql<boolean>`not ${isProviderHeld('i.provider_id')}`)
    .where(({ and, eb, exists, not, or, selectFrom }) =>
      or([
        eb('i.purge_at', '<=', now),
        and([
          eb('i.purge_at', 'is', null),
          eb('i.created_at', '<=', idle),
          not(
            exists(
              selectFrom('verification as v')
                .select('v.id')
                .whereRef('v.provider_id', '=', 'i.provider_id')
                .where('v.decision', 'is', null),
            ),
          ),
        ]),
      ]),
    )
    .orderBy('i.created_at')
    .limit(200)
    .execute()

export const markPurged = (db: Db, id: string, now: Date) =>
  db.updateTable('identity_picture').set({ purged_at: now }).where('id', '=', id).execute()
