import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** A provider's last requests that were answered or left to end: the minutes each answer took, null where none came. */
export const lastAnswers = async (db: Db, providerId: string, limit: number): Promise<{ minutes: number | null }[]> =>
  db.selectFrom('request').where('provider_id', '=', providerId).where((of) => of.or([of('answered_at', 'is not', null), of.and([of('state', '=', 'expired'), of('confirmed_at', 'is not', null)])]))
    .select(sql<number | null>`(extract(epoch from answered_at - confirmed_at) / 60)::float8`.as('minutes')).orderBy('confirmed_at', 'desc').limit(limit).execute()

export const setSignals = (db: Db, providerId: string, signals: { answered_percent: number; answer_minutes?: number }) =>
  db.updateTable('provider').set(signals).where('id', '=', providerId).execute()
