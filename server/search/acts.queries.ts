import type { RawBuilder } from 'kysely'
import type { Db } from '#db/database.ts'
import type { NewAct } from './acts.ts'

const said = ['state', 'at', 'mode', 'quote_id', 'total_minor', 'deposit_minor', 'until', 'other_time'] as const

export const upsertActs = (db: Db, acts: readonly NewAct[], now: Date) => upsertingActs(db, acts, now).execute()

export const buildActsPart = (db: Db, acts: readonly NewAct[], now: Date) =>
  upsertingActs(db, acts, now) as unknown as RawBuilder<Record<string, unknown>>

const upsertingActs = (db: Db, acts: readonly NewAct[], now: Date) =>
  db
    .insertInto('quote_act')
    .values(
      acts.map((act) => ({
        search_id: act.searchId,
        provider_id: act.providerId,
        state: act.state,
        at: now,
        mode: act.mode ?? null,
        quote_id: act.quoteId ?? null,
        total_minor: act.totalMinor ?? null,
        deposit_minor: act.depositMinor ?? null,
        until: act.until ?? null,
        other_time: act.otherTime ?? false,
      })),
    )
    .onConflict((oc) =>
      oc
        .columns(['search_id', 'provider_id'])
        .doUpdateSet((eb) => Object.fromEntries(said.map((column) => [column, eb.ref(`excluded.${column}`)]))),
    )

export const deleteAct = (db: Db, searchId: string, providerId: string) =>
  db.deleteFrom('quote_act').where('search_id', '=', searchId).where('provider_id', '=', providerId).execute()
