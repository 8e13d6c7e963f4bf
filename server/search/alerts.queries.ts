import { hashOfKey } from '#server/platform/http/act-key.ts'
import type { Db } from '#db/database.ts'

/** Upserts or deletes an alert. A renewed alert waits for more fits than there are now. */
export const setAlert = (db: Db, alert: { searchId: string; email: string; fits: number; now: Date }, on: boolean) =>
  on
    ? db
        .insertInto('freed_alert')
        .values({
          search_id: alert.searchId,
          email: alert.email,
          fits_then: alert.fits,
          created_at: alert.now,
          looked_at: alert.now,
        })
        .onConflict((oc) =>
          oc
            .columns(['search_id', 'email', 'provider_id'])
            .doUpdateSet({ fits_then: alert.fits, looked_at: alert.now, told_at: null }),
        )
        .execute()
    : db
        .deleteFrom('freed_alert')
        .where('search_id', '=', alert.searchId)
        .where('email', '=', alert.email)
        .where('provider_id', 'is', null)
        .execute()

/** Lists alerts of confirmed addresses for future days, least recently checked first. */
export const listWaitingAlerts = (db: Db, today: string, limit: number) =>
  db
    .selectFrom('freed_alert')
    .innerJoin('search', 'search.id', 'freed_alert.search_id')
    .select([
      'freed_alert.id',
      'search_id',
      'email',
      'fits_then',
      'freed_alert.created_at',
      'search.area',
      'search.event_date',
      'search.tz',
      'search.finish_time',
      'search.country_code',
      'search.people',
      'search.details',
    ])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('mail_confirmation')
          .select('topic')
          .whereRef('mail_confirmation.email', '=', 'freed_alert.email')
          .where('topic', '=', 'alert')
          .where('confirmed_at', 'is not', null),
      ),
    )
    .where('told_at', 'is', null)
    .where('provider_id', 'is', null)
    .where('search.event_date', '>=', today)
    .orderBy('looked_at')
    .limit(limit)
    .execute()

/** Claims the turn for a provider's day. Returns false if another turn is running. */
export const claimTurn = async (
  db: Db,
  turn: { alertId: number; providerId: string; eventDate: string; now: Date; endsAt: Date },
): Promise<boolean> => {
  const taken = await db
    .insertInto('freed_turn')
    .values({
      alert_id: turn.alertId,
      provider_id: turn.providerId,
      event_date: turn.eventDate,
      started_at: turn.now,
      ends_at: turn.endsAt,
    })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

export const markAlertChecked = (db: Db, id: number, fits: number, now: Date) =>
  db.updateTable('freed_alert').set({ fits_then: fits, looked_at: now }).where('id', '=', id).execute()

/** Returns false if another worker has already notified the alert. */
export const markTold = async (db: Db, id: number, now: Date, offKey: string): Promise<boolean> => {
  const told = await db
    .updateTable('freed_alert')
    .set({ told_at: now, off_key_hash: hashOfKey(offKey) })
    .where('id', '=', id)
    .where('told_at', 'is', null)
    .executeTakeFirst()
  return told.numUpdatedRows > 0n
}

export const endAlert = async (db: Db, key: string): Promise<boolean> =>
  (await db.deleteFrom('freed_alert').where('off_key_hash', '=', hashOfKey(key)).executeTakeFirst()).numDeletedRows > 0n
