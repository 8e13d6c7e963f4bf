import type { TermsKind } from '#contract/terms.ts'
import type { NoticeGroup } from '#contract/constants.ts'
import { endNoticesOf, endNoticesOfAll, endNoticesOfSession } from '#server/notifications/index.ts'
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db } from '#db/database.ts'
import type { DB } from '#db/schema.generated.ts'

export type AccountRow = Selectable<DB['account']>
export type OneTimeToken = Selectable<DB['one_time_token']>

export const findAccountByEmail = (db: Db, email: string): Promise<AccountRow | undefined> =>
  db
    .selectFrom('account')
    .selectAll()
    .where('email', '=', email)
    .where('stands_in_for', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

export const findAccountById = (db: Db, id: string): Promise<AccountRow | undefined> =>
  db.selectFrom('account').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst()

/** Selects the booking account by id, else by email, with the fields that decide whether it can book. */
export const selectRequester = (db: Db, by: { id: string } | { email: string }) =>
  jsonObjectFrom(
    db
      .selectFrom('account')
      .select(['id', 'suspended_at', 'email_verified_at', 'password_hash', 'roles'])
      .where('deleted_at', 'is', null)
      .$if('id' in by, (q) => q.where('id', '=', 'id' in by ? by.id : ''))
      .$if('email' in by, (q) =>
        q.where('email', '=', 'email' in by ? by.email : '').where('stands_in_for', 'is', null),
      ),
  )

export const insertAccount = (db: Db, row: Insertable<DB['account']>): Promise<AccountRow> =>
  db.insertInto('account').values(row).returningAll().executeTakeFirstOrThrow()

export const insertAccountOnce = (db: Db, row: Insertable<DB['account']>): Promise<AccountRow | undefined> =>
  insertingAccount(db, row)
    .onConflict((oc) => oc.column('email').where('stands_in_for', 'is', null).doNothing())
    .returningAll()
    .executeTakeFirst()

const insertingAccount = (db: Db, row: Insertable<DB['account']>) => db.insertInto('account').values(row)

/** Builds the insert as part of a larger statement; an empty part without a row. */
export const buildAccountInsert = (
  db: Db,
  row: Insertable<DB['account']> | null,
): RawBuilder<Record<string, unknown>> =>
  row ? (insertingAccount(db, row) as unknown as RawBuilder<Record<string, unknown>>) : sql`(select null)`

type AccountChange = Partial<
  Pick<
    AccountRow,
    | 'name'
    | 'mobile'
    | 'email'
    | 'pending_email'
    | 'email_verified_at'
    | 'password_hash'
    | 'quiet_from'
    | 'quiet_to'
    | 'cookie_choice'
    | 'roles'
  >
> & { notices?: string }

export const changeAccount = (db: Db, id: string, change: AccountChange): Promise<AccountRow> =>
  db.updateTable('account').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export const disableMailGroup = (db: Db, id: string, group: NoticeGroup) =>
  db
    .updateTable('account')
    .set({
      notices: sql`coalesce(notices, '{}') || jsonb_build_object(${group}::text, coalesce(notices -> ${group}::text, '{}') || '{"mail": false}')`,
    })
    .where('id', '=', id)
    .execute()

export const grantRole = (db: Db, id: string, role: string) =>
  db
    .updateTable('account')
    .set({ roles: sql`(select array_agg(distinct r) from unnest(roles || array[${role}::text]) r)` })
    .where('id', '=', id)
    .execute()

export const insertTerms = (db: Db, row: Insertable<DB['terms_acceptance']>) =>
  db.insertInto('terms_acceptance').values(row).execute()

export const listAcceptedTerms = (db: Db, accountId: string) =>
  db
    .selectFrom('terms_acceptance')
    .select(['terms', 'version', 'at'])
    .where('account_id', '=', accountId)
    .orderBy('at')
    .execute()

export const hasAccepted = async (db: Db, accountId: string, terms: TermsKind): Promise<boolean> =>
  (await db
    .selectFrom('terms_acceptance')
    .select('id')
    .where('account_id', '=', accountId)
    .where('terms', '=', terms)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const insertTermsOnce = (db: Db, accepted: TermsAccepted) => buildTermsInsert(accepted).execute(db)

type TermsAccepted = { account_id: string; terms: string; version: string; at: Date }

export const buildTermsInsert = ({
  account_id,
  terms,
  version,
  at,
}: TermsAccepted): RawBuilder<Record<string, unknown>> =>
  sql`insert into terms_acceptance (account_id, terms, version, at)
    select ${account_id}::uuid, ${terms}, ${version}, ${at}::timestamptz where not exists (
      select from terms_acceptance where account_id = ${account_id}::uuid and terms = ${terms} and version = ${version})`

export const insertSession = (db: Db, row: Insertable<DB['session']>) =>
  db.insertInto('session').values(row).returning('id').executeTakeFirstOrThrow()

export const insertSignIn = (db: Db, row: Insertable<DB['sign_in']>) => db.insertInto('sign_in').values(row).execute()

export const findAccountOfSession = (db: Db, sessionId: string, now: Date) =>
  db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .leftJoin('account as actor', 'actor.id', 'session.actor_id')
    .select([
      'account.id',
      'account.roles',
      'account.duties',
      'account.suspended_at',
      'session.actor_id',
      'session.last_seen_at',
      'session.secret_hash',
      'session.proven_at',
      'session.strong_at',
      'actor.roles as actor_roles',
      'actor.suspended_at as actor_suspended',
    ])
    .where('session.id', '=', sessionId)
    .where('session.revoked_at', 'is', null)
    .where('session.expires_at', '>', now)
    .where('account.deleted_at', 'is', null)
    .executeTakeFirst()

export const findSecretOfSession = async (db: Db, sessionId: string): Promise<Buffer | null> =>
  (await db.selectFrom('session').select('secret_hash').where('id', '=', sessionId).executeTakeFirst())?.secret_hash ??
  null

export const updateSessionSeen = (db: Db, sessionId: string, now: Date) =>
  db.updateTable('session').set({ last_seen_at: now }).where('id', '=', sessionId).execute()

export const listActiveSessions = (db: Db, accountId: string, now: Date) =>
  db
    .selectFrom('session')
    .select(['id', 'device', 'network', 'created_at', 'last_seen_at'])
    .where('account_id', '=', accountId)
    .where('actor_id', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .limit(50)
    .execute()

/** Also deletes the session's push subscription. Returns whether the session existed. */
export const revokeSession = async (db: Db, sessionId: string, accountId: string, now: Date): Promise<boolean> => {
  await endNoticesOfSession(db, accountId, sessionId)
  const ended = await db
    .updateTable('session')
    .set({ revoked_at: now })
    .where('id', '=', sessionId)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return ended.numUpdatedRows > 0n
}

/** Also revokes push subscriptions and the sessions in which the account impersonates others. */
export const revokeSessions = async (db: Db, accountId: string, except: string | null, now: Date): Promise<void> => {
  await endNoticesOf(db, accountId, except)
  await db
    .updateTable('session')
    .set({ revoked_at: now })
    .where('revoked_at', 'is', null)
    .where((of) => of.or([of('account_id', '=', accountId), of('actor_id', '=', accountId)]))
    .$if(except !== null, (q) => q.where('id', '!=', except as string))
    .execute()
}

export const revokeEverySession = async (db: Db, except: string | null, now: Date): Promise<number> => {
  await endNoticesOfAll(db, except)
  const ended = await db
    .updateTable('session')
    .set({ revoked_at: now })
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .$if(except !== null, (q) => q.where('id', '!=', except as string))
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}

export const insertLinks = (db: Db, rows: readonly Insertable<DB['one_time_token']>[]) =>
  db
    .insertInto('one_time_token')
    .values([...rows])
    .execute()

type Spent = { purpose: string; hash: Uint8Array; now: Date }

/** Consumes a valid link. Returns undefined if it is used, expired or for another purpose. */
export const consumeLink = (db: Db, { purpose, hash, now }: Spent): Promise<OneTimeToken | undefined> =>
  db
    .updateTable('one_time_token')
    .set({ used_at: now })
    .where('token_hash', '=', Buffer.from(hash))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

export const findLinkByHash = (db: Db, purpose: string, hash: Uint8Array): Promise<OneTimeToken | undefined> =>
  db
    .selectFrom('one_time_token')
    .selectAll()
    .where('token_hash', '=', Buffer.from(hash))
    .where('purpose', '=', purpose)
    .executeTakeFirst()

export const findNewestCode = async (
  db: Db,
  { purpose, email, now }: { purpose: string; email: string; now: Date },
): Promise<OneTimeToken | undefined> => {
  const newest = await db
    .selectFrom('one_time_token')
    .selectAll()
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .orderBy('created_at', 'desc')
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest && !newest.used_at && newest.expires_at > now ? newest : undefined
}

/** Returns undefined above the limit. */
export const countTry = (db: Db, id: string, most: number) =>
  db
    .updateTable('one_time_token')
    .set({ tries: sql`tries + 1` })
    .where('id', '=', id)
    .where('tries', '<', most)
    .returning('tries')
    .executeTakeFirst()

export const countLinksSince = async (db: Db, purpose: string, email: string, since: Date): Promise<number> => {
  const row = await db
    .selectFrom('one_time_token')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

export const endUnusedLinks = (db: Db, accountId: string, purpose: string | null, now: Date) =>
  db
    .updateTable('one_time_token')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .$if(purpose !== null, (q) => q.where('purpose', '=', purpose as string))
    .execute()

export const findProfileOfAccount = (db: Db, accountId: string) =>
  db.selectFrom('provider').select('slug').where('account_id', '=', accountId).executeTakeFirst()

export const listSearchesOfAccount = (db: Db, accountId: string) =>
  db
    .selectFrom('search')
    .select(['id', 'place_name', 'event_date', 'finish_time'])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute()

export const claimSearches = async (db: Db, accountId: string, visitorHash: Buffer): Promise<number> => {
  const claimed = await db
    .updateTable('search')
    .set({ account_id: accountId })
    .where('visitor_hash', '=', visitorHash)
    .where('account_id', 'is', null)
    .executeTakeFirst()
  return Number(claimed.numUpdatedRows)
}

export const listOperatorsToNotify = (db: Db) =>
  db
    .selectFrom('account')
    .select(['id', 'email', 'name', 'country_code'])
    .where(sql<boolean>`roles @> array['operator']`)
    .where('suspended_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()

/** Updates what an artist enters in the first step of signing up. A confirmed age keeps its first time. */
export const renameAccount = (
  db: Db,
  accountId: string,
  person: { name: string; mobile: string; country_code: string },
  adultAt: Date,
) =>
  db
    .updateTable('account')
    .set((of) => ({ ...person, adult_confirmed_at: of.fn.coalesce('adult_confirmed_at', of.val(adultAt)) }))
    .where('id', '=', accountId)
    .execute()
