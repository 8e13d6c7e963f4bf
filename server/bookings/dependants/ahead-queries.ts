import type { Db } from '#db/database.ts'

type Of = { providerId: string } | { accountId: string }

/** Counts bookings ahead of an artist or a customer. */
export const countAhead = async (db: Db, of: Of, now: Date): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('appointment')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('state', '=', 'booked')
        .where('starts_at', '>', now)
        .where(
          'providerId' in of ? 'provider_id' : 'account_id',
          '=',
          'providerId' in of ? of.providerId : of.accountId,
        )
        .executeTakeFirstOrThrow()
    ).n,
  )
