import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

export const listOtherPaymentRefs = async (db: Db, appointmentId: string): Promise<string[]> =>
  (await listOtherPaymentRefsOf(db, [appointmentId])).map(({ id }) => id)
export const listOtherPaymentRefsOf = async (
  db: Db,
  appointmentIds: readonly string[],
): Promise<{ id: string; appointment_id: string }[]> =>
  appointmentIds.length === 0
    ? []
    : db
        .selectFrom('appointment_move')
        .select(['id', 'appointment_id'])
        .where('appointment_id', 'in', appointmentIds)
        .where('state', 'in', ['accepted', 'proposed'])
        .unionAll((eb) =>
          eb
            .selectFrom('appointment')
            .innerJoin('credit_spend', (join) =>
              join.on(({ eb, or, ref }) =>
                or([
                  eb('credit_spend.for_ref', '=', ref('appointment.id')),
                  eb('credit_spend.for_ref', '=', ref('appointment.hold_id')),
                ]),
              ),
            )
            .select(['credit_spend.id', 'appointment.id as appointment_id'])
            .where('appointment.id', 'in', appointmentIds)
            .where('credit_spend.state', '=', 'spent'),
        )
        .unionAll(
          db
            .selectFrom('bill')
            .innerJoin('bill_share', 'bill_share.hold_id', 'bill.hold_id')
            .select(['bill_share.id', sql<string>`bill.appointment_id`.as('appointment_id')])
            .where('bill.appointment_id', 'in', appointmentIds),
        )
        .execute()
