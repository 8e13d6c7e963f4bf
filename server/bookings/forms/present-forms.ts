import type { BookingForms } from '#contract/bookings/forms/forms.ts'
import type { FormAnswer } from '#contract/catalog/forms/forms.ts'
import type { CountryCode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import { aboutForm, formKeys, type SiteKeys } from '#server/platform/sealing/site-keys.ts'
import { openText } from '#server/platform/sealing/sealed-text.ts'
import { type AppointmentRow, providersShown } from '#server/bookings/appointments/appointment-queries.ts'
import { isoIn } from '#server/bookings/day/iso-in.ts'
import { type FormRow, formsOf } from './signed-queries.ts'

/** What is sealed of a form: the name that was typed, and the answers in the order of its questions. */
export type Signed = { as: string; answers: FormAnswer[] }

/** Whether forms of a booking can be signed now: while it stands and has not ended. */
export const maySign = (row: Pick<AppointmentRow, 'state' | 'ends_at'>, now: Date): boolean =>
  row.state === 'booked' && now < row.ends_at

/** The forms of a booking with what was answered, for its two sides: whoever asks is known to be one of them. */
export async function presentForms(
  ctx: Context,
  row: AppointmentRow,
  side: 'customer' | 'provider',
): Promise<BookingForms> {
  const rows = await formsOf(ctx.db, row)
  const keys = await formKeys(ctx)
  const [provider] = await providersShown(ctx.db, [row.provider_id])
  const iso = isoIn(row)
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
    maySign: side === 'customer' && maySign(row, ctx.now),
  }
}

async function opened(
  appointmentId: string,
  { form_id, wrapped_key: wrappedKey, sealed }: FormRow,
  keys: SiteKeys,
): Promise<{ as: string | null; answers: FormAnswer[] | null }> {
  if (wrappedKey === null || sealed === null) return { as: null, answers: null }
  return JSON.parse(await openText({ wrappedKey, sealed }, aboutForm(appointmentId, form_id), keys)) as Signed
}
