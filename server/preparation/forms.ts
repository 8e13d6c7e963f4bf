import type { BookingForms } from '#contract/preparation/forms.ts'
import { type FormAnswer, isAnswered } from '#contract/catalog/forms/forms.ts'
import type { CountryCode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import { getFormContext, getFormKeys } from '#server/platform/sealing/site-keys.ts'
import { isNewest, openText, sealText } from '#server/platform/sealing/sealed-text.ts'
import type { SiteKeys } from '#server/platform/sealing/site-keys.ts'
import {
  getProviderAppointment,
  type AppointmentRow,
  createIsoFormatter,
  lockAppointmentOf,
  getReminderSteps,
  getCustomerAppointment,
  presentAppointment,
  listParticipants,
  publishAppointment,
  isUrgent,
  notifySide,
} from '#server/appointments/index.ts'
import {
  hasAnyForm,
  listUnsignedBookings,
  type FormRow,
  listFormsOf,
  saveSignedForm,
  replaceSealed,
  listSealedFormsAfter,
} from './forms.queries.ts'
import { getSender } from '#server/notifications/index.ts'
import type { Database } from '#db/database.ts'
import type { Env } from '#server/platform/env.ts'
import type { providerBookings } from '#contract/bookings/provider-bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { bookings } from '#contract/bookings/bookings.ts'
import { Refusal } from '#server/platform/refusal.ts'

type SignedAnswers = { as: string; answers: FormAnswer[] }

const canSignForms = (row: Pick<AppointmentRow, 'state' | 'ends_at'>, now: Date): boolean =>
  row.state === 'booked' && now < row.ends_at

/** The caller must have checked access. */
async function presentForms(ctx: Context, row: AppointmentRow, side: 'customer' | 'provider'): Promise<BookingForms> {
  const rows = await listFormsOf(ctx.db, row)
  const keys = await getFormKeys(ctx)
  const [provider] = await listParticipants(ctx.db, [row.provider_id])
  const iso = createIsoFormatter(row)
  return {
    forms: await Promise.all(
      rows.map(async (form) => ({
        formId: form.form_id,
        name: form.name,
        versionId: form.version_id,
        number: form.number,
        intro: form.intro,
        questions: form.questions,
        signed: form.signed_at && {
          number: form.signed_number ?? 0,
          intro: form.signed_intro ?? '',
          questions: form.signed_questions ?? [],
          at: iso(form.signed_at.getTime()),
          ...(await opened(row.id, form, keys)),
        },
      })),
    ),
    number: Number(row.number),
    artist: provider?.name ?? '',
    customer: row.requester.name,
    event: row.event,
    startsAt: iso(row.starts_at.getTime()),
    timeZone: row.tz,
    countryCode: row.country_code as CountryCode,
    maySign: side === 'customer' && canSignForms(row, ctx.now),
  }
}

async function opened(
  appointmentId: string,
  { form_id, wrapped_key: wrappedKey, sealed }: FormRow,
  keys: SiteKeys,
): Promise<{ as: string | null; answers: FormAnswer[] | null }> {
  if (wrappedKey === null || sealed === null) return { as: null, answers: null }
  return JSON.parse(
    await openText({ wrappedKey, sealed }, getFormContext(appointmentId, form_id), keys),
  ) as SignedAnswers
}

/** Days before the booking. The artist is notified with the last reminder. */
const asking = [
  { name: 'form.asked', days: 800, both: false },
  { name: 'form.week', days: 7, both: false },
  { name: 'form.soon', days: 2, both: true },
] as const

export async function remindForms(ctx: Context): Promise<void> {
  if (!(await hasAnyForm(ctx.db))) return
  const sender = await getSender(ctx)
  for (const { step, ...within } of getReminderSteps(asking, ctx.now)) {
    const { name, both } = step
    for (const row of await listUnsignedBookings(ctx.db, { ...within, fact: name })) {
      await ctx.transaction(async (inner) => {
        await notifySide(inner, sender, row, 'customer', 'form.sign.customer', { fact: `${name} ${row.id}` })
        if (both)
          await notifySide(inner, sender, row, 'provider', 'form.unsigned.provider', {
            fact: `${name} artist ${row.id}`,
          })
      })
    }
  }
}

/**
 * Re-encrypts every form that uses an old key. Returns the count, and that of forms which no key decrypts; those are
 * unchanged.
 */
export async function resealForms(site: { env: Env; database: Database }): Promise<{ sealed: number; lost: number }> {
  const { db } = site.database
  const keys = await getFormKeys(site)
  const done = { sealed: 0, lost: 0 }
  for (
    let rows = await listSealedFormsAfter(db, null);
    rows.length > 0;
    rows = await listSealedFormsAfter(db, rows.at(-1) ?? null)
  ) {
    for (const { appointmentId, formId, wrappedKey, sealed } of rows) {
      if (wrappedKey === null || sealed === null || isNewest({ sealed }, keys)) continue
      const about = getFormContext(appointmentId, formId)
      const plain = await openText({ wrappedKey, sealed }, about, keys).catch(() => null)
      if (plain !== null)
        await replaceSealed(db, { appointmentId, formId, before: sealed, ...(await sealText(plain, about, keys)) })
      done[plain === null ? 'lost' : 'sealed'] += 1
    }
  }
  return done
}

export const getClientForms = async (
  ctx: Context,
  { appointmentId }: InputOf<typeof providerBookings.forms>,
): Promise<OutputOf<typeof providerBookings.forms>> =>
  presentForms(ctx, await getProviderAppointment(ctx, appointmentId), 'provider')

export const getBookingForms = async (
  ctx: Context,
  { appointmentId }: InputOf<typeof bookings.forms>,
): Promise<OutputOf<typeof bookings.forms>> =>
  presentForms(ctx, await getCustomerAppointment(ctx, appointmentId), 'customer')

/** Notifies the artist. Throws unless every currently required question is answered. */
export async function signForms(
  ctx: Context,
  { appointmentId, as, forms }: InputOf<typeof bookings.signForms>,
): Promise<OutputOf<typeof bookings.signForms>> {
  await getCustomerAppointment(ctx, appointmentId)
  const keys = await getFormKeys(ctx)
  const sender = await getSender(ctx)
  return ctx.idempotent(async (tx) => {
    const row = await lockAppointmentOf(tx, appointmentId)
    if (!canSignForms(row, tx.now)) throw new Refusal('state_changed')
    const asked = await listFormsOf(tx.db, row)
    for (const { versionId, answers } of forms) {
      const form = asked.find(({ version_id }) => version_id === versionId)
      if (!form) throw new Refusal('form_changed')
      if (!isAnswered(form.questions, answers)) throw new Refusal('form_unanswered')
      const said: SignedAnswers = { as, answers }
      const sealed = await sealText(JSON.stringify(said), getFormContext(row.id, form.form_id), keys)
      await saveSignedForm(tx.db, { appointmentId: row.id, formId: form.form_id, versionId, now: tx.now, ...sealed })
    }
    await notifySide(tx, sender, row, 'provider', 'form.signed.provider', {
      fact: `form.signed ${row.id} ${tx.now.getTime()}`,
      path: `/dashboard/appointments/${row.id}/forms`,
      urgent: isUrgent(tx.now, row.starts_at),
    })
    await publishAppointment(tx, row, 'appointment.changed')
    return { appointment: await presentAppointment(tx, row, 'customer') }
  })
}
