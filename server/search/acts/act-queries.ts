import type { Db } from '#db/database.ts'
import type { NewAct } from './acts.ts'

/** Keeps the one act of a search with a provider. */
export const upsertAct = (db: Db, act: NewAct, now: Date) => {
  const said = {
    state: act.state,
    at: now,
    mode: act.mode ?? null,
    quote_id: act.quoteId ?? null,
    total_minor: act.totalMinor ?? null,
    deposit_minor: act.depositMinor ?? null,
    until: act.until ?? null,
    other_time: act.otherTime ?? false,
  }
  return db
    .insertInto('quote_act')
    .values({ search_id: act.searchId, provider_id: act.providerId, ...said })
    .onConflict((oc) => oc.columns(['search_id', 'provider_id']).doUpdateSet(said))
    .execute()
}

export const deleteAct = (db: Db, searchId: string, providerId: string) =>
  db.deleteFrom('quote_act').where('search_id', '=', searchId).where('provider_id', '=', providerId).execute()
