import type { Db } from '#db/database.ts'
import { type Selectable, sql } from 'kysely'
import type { DB } from '#db/schema.generated.ts'
import { isAccountHeld } from './legal-hold.queries.ts'

export const openAsked = (db: Db, accountIds: readonly string[]) =>
  db
    .selectFrom('request')
    .innerJoin('search', 'search.id', 'request.search_id')
    .innerJoin('provider', 'provider.id', 'request.provider_id')
    .innerJoin('account as artist', 'artist.id', 'provider.account_id')
    .where('request.account_id', 'in', accountIds)
    .where('request.open', '=', true)
    .where('request.confirmed_at', 'is not', null)
    .where('artist.id', 'not in', accountIds)
    .where('artist.deleted_at', 'is', null)
    .select([
      'request.id',
      'search.event_date',
      'search.area',
      'artist.id as artist_id',
      'artist.email',
      'provider.name',
      'provider.country_code',
    ])
    .execute()

type Account = Selectable<DB['account']>

// Accounts inactive since a time. Excludes artists, operators and stand-ins, which are deleted with their owner.
const unusedSince = (
  since: Date,
) => sql`a.seen_at < ${since} and a.deleted_at is null and a.stands_in_for is null and not a.sample and a.roles = '{customer}'
  and not exists (select from provider p where p.account_id = a.id) and not exists (select from signup s where s.account_id = a.id)
  and not exists (select from search s where s.account_id = a.id and s.created_at >= ${since}) and not exists (select from request r where r.account_id = a.id and r.created_at >= ${since})`

// Accounts with a booking ahead, a dispute, unsettled money or a legal hold.
const needed = (
  now: Date,
) => sql`(exists (select from appointment b where b.account_id = a.id and (b.state = 'disputed' or (b.state = 'booked' and b.ends_at > ${now})))
  or ${isAccountHeld('a.id')}
  or exists (select from hold h where h.account_id = a.id and h.state = 'held')
  or exists (select from payment p where p.account_id = a.id and (p.state not in ('captured', 'voided', 'ended') or exists (select from refund f where f.payment_id = p.id and f.state not in ('done', 'refused')))))`

export const listUnwarnedUnusedAccounts = async (db: Db, since: Date, now: Date): Promise<string[]> =>
  (
    await sql<{
      id: string
    }>`select a.id from account a where ${unusedSince(since)} and (a.unused_told_at is null or a.unused_told_at < a.seen_at) and not ${needed(now)} order by a.seen_at limit 500`.execute(
      db,
    )
  ).rows.map(({ id }) => id)

export const listWarnedUnusedAccounts = async (db: Db, since: Date, told: Date, now: Date): Promise<string[]> =>
  (
    await sql<{
      id: string
    }>`select a.id from account a where ${unusedSince(since)} and a.unused_told_at <= ${told} and a.unused_told_at >= a.seen_at and not ${needed(now)} order by a.seen_at limit 500`.execute(
      db,
    )
  ).rows.map(({ id }) => id)

export const lockUnusedAccount = (db: Db, id: string, since: Date): Promise<Account | undefined> =>
  db
    .selectFrom('account')
    .selectAll()
    .where('id', '=', id)
    .where('seen_at', '<', since)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

export const saveUnusedTold = (db: Db, id: string, at: Date) =>
  db.updateTable('account').set({ unused_told_at: at }).where('id', '=', id).execute()

export const updateAccountSeen = (db: Db, id: string, now: Date) =>
  db
    .updateTable('account')
    .set({ seen_at: now })
    .where('id', '=', id)
    .where('seen_at', '<', new Date(now.getTime() - 86_400_000))
    .execute()
