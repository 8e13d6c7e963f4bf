import type { Db } from '#db/database.ts'

export const findAppointmentOfShare = async (db: Db, shareId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('bill')
      .innerJoin('bill_share', 'bill_share.hold_id', 'bill.hold_id')
      .select('bill.appointment_id')
      .where('bill_share.id', '=', shareId)
      .executeTakeFirst()
  )?.appointment_id ?? null

export const listProgressReceipts = (db: Db, appointmentId: string): Promise<{ at: Date; received_at: Date }[]> =>
  db
    .selectFrom('appointment_progress')
    .select(['at', 'received_at'])
    .where('appointment_id', '=', appointmentId)
    .where('undo', '=', false)
    .orderBy('received_at')
    .execute()
