import type { bookings } from '#contract/bookings/bookings.ts'
import { isAnswered } from '#contract/catalog/forms/forms.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { senderOf } from '#server/notifications/index.ts'
import { lockAppointmentOf } from '#server/bookings/appointments/lock-appointment-of.ts'
import { ownAppointment } from '#server/bookings/appointments/own-appointment.ts'
import { presentAppointment } from '#server/bookings/appointments/present-appointment.ts'
import { publishAppointment } from '#server/bookings/notices/publish-appointment.ts'
import { soon, tell } from '#server/bookings/notices/tell.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { aboutForm, formKeys } from '#server/platform/sealing/site-keys.ts'
import { sealText } from '#server/platform/sealing/sealed-text.ts'
import { maySign, type Signed } from './present-forms.ts'
import { formsOf, keepSigned } from './signed-queries.ts'

/** Answers forms of a booking and signs them. Only what is asked now can be signed, and only whole; the artist is told that it is. */
export async function signForms(
  ctx: Context,
  { appointmentId, as, forms }: InputOf<typeof bookings.signForms>,
): Promise<OutputOf<typeof bookings.signForms>> {
  await ownAppointment(ctx, appointmentId)
  const keys = await formKeys(ctx)
  const sender = await senderOf(ctx)
  return ctx.once(async (tx) => {
    const row = await lockAppointmentOf(tx, appointmentId)
    if (!maySign(row, tx.now)) throw new Refusal('state_changed')
    const asked = await formsOf(tx.db, row)
    for (const { versionId, answers } of forms) {
      const form = asked.find(({ version_id }) => version_id === versionId)
      if (!form) throw new Refusal('form_changed')
      if (!isAnswered(form.questions, answers)) throw new Refusal('form_unanswered')
      const said: Signed = { as, answers }
      const sealed = await sealText(JSON.stringify(said), aboutForm(row.id, form.form_id), keys)
      await keepSigned(tx.db, { appointmentId: row.id, formId: form.form_id, versionId, now: tx.now, ...sealed })
    }
    await tell(tx, sender, row, 'provider', 'form.signed.provider', {
      fact: `form.signed ${row.id} ${tx.now.getTime()}`,
      path: `/dashboard/appointments/${row.id}/forms`,
      urgent: soon(tx.now, row.starts_at),
    })
    await publishAppointment(tx, row, 'appointment.changed')
    return { appointment: await presentAppointment(tx, row, 'customer') }
  })
}
