import type { Db } from '#db/database.ts'

/** Returns when the provider's updates of a day happened and when the server received them. */
export const receivedOf = (db: Db, appointmentId: string): Promise<{ at: Date; received_at: Date }[]> =>
  db
    .selectFrom('appointment_progress')
    .select(['at', 'received_at'])
    .where('appointment_id', '=', appointmentId)
    .where('undo', '=', false)
    .orderBy('received_at')
    .execute()
