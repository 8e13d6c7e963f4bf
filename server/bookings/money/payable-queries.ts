import type { Db } from '#db/database.ts'

/** Returns the id of the appointment that the share of a bill pays for. */
export const appointmentOfShare = async (db: Db, shareId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('bill')
      .innerJoin('bill_share', 'bill_share.hold_id', 'bill.hold_id')
      .select('bill.appointment_id')
      .where('bill_share.id', '=', shareId)
      .executeTakeFirst()
  )?.appointment_id ?? null
