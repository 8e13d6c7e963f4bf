import { sql } from 'kysely'
import type { FormQuestion } from '#contract/catalog/forms/forms.ts'
import type { Db } from '#db/database.ts'
import type { AppointmentRow } from '#server/appointments/index.ts'
import type { SealedText } from '#server/platform/sealing/sealed-text.ts'

export const listBookedServices = ({ body }: Pick<AppointmentRow, 'body'>): string[] => [
  ...new Set(body.plan.blocks.map(({ serviceId }) => serviceId)),
]

export type FormRow = {
  form_id: string
  name: string
  version_id: string
  number: number
  intro: string
  questions: FormQuestion[]
  signed_at: Date | null
  signed_number: number | null
  signed_intro: string | null
  signed_questions: FormQuestion[] | null
  wrapped_key: string | null
  sealed: string | null
}

export async function listFormsOf(db: Db, row: Pick<AppointmentRow, 'id' | 'body'>): Promise<FormRow[]> {
  const { rows } = await sql<FormRow>`
    with asked as (select form_id from consent_form_service where service_id = any(${listBookedServices(row)}::text[])
      union select form_id from signed_form where appointment_id = ${row.id})
    select f.id as form_id, f.name, v.id as version_id, v.number, v.intro, v.questions,
      s.signed_at, sv.number as signed_number, sv.intro as signed_intro, sv.questions as signed_questions, s.wrapped_key, s.sealed
    from asked join consent_form f on f.id = asked.form_id
    join lateral (select * from consent_form_version n where n.form_id = f.id order by n.number desc limit 1) v on true
    left join signed_form s on s.form_id = f.id and s.appointment_id = ${row.id}
    left join consent_form_version sv on sv.id = s.version_id
    order by f.name`.execute(db)
  return rows
}

export async function saveSignedForm(
  db: Db,
  signed: { appointmentId: string; formId: string; versionId: string; now: Date } & SealedText,
): Promise<void> {
  const kept = {
    version_id: signed.versionId,
    signed_at: signed.now,
    wrapped_key: signed.wrappedKey,
    sealed: signed.sealed,
    erased_at: null,
  }
  await db
    .insertInto('signed_form')
    .values({ appointment_id: signed.appointmentId, form_id: signed.formId, ...kept })
    .onConflict((oc) => oc.columns(['appointment_id', 'form_id']).doUpdateSet(kept))
    .execute()
}

export async function countSignedForms(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ version_id: string; n: number }>`
    select version_id, count(*)::int as n from signed_form group by 1`.execute(db)
  return new Map(rows.map(({ version_id, n }) => [version_id, n]))
}

const AT_ONCE = 200

/** Lists bookings that start in the span, lack a required signature and have not been notified of this fact. */
export async function listUnsignedBookings(
  db: Db,
  { from, to, fact }: { from: Date; to: Date; fact: string },
): Promise<AppointmentRow[]> {
  const { rows } = await sql<AppointmentRow>`
    select a.* from appointment a
    where a.state = 'booked' and a.starts_at > ${from} and a.starts_at <= ${to} and a.account_id is not null
      and exists (select from consent_form_service c
        where c.service_id in (select b->>'serviceId' from jsonb_array_elements(a.body->'plan'->'blocks') b)
          and not exists (select from signed_form s where s.appointment_id = a.id and s.form_id = c.form_id))
      and not exists (select from outbox_fact x where x.fact = ${fact} || ' ' || a.id)
    order by a.starts_at limit ${AT_ONCE}`.execute(db)
  return rows
}

export const hasAnyForm = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('consent_form_service').select('form_id').limit(1).executeTakeFirst()) !== undefined

export const listSealedFormsAfter = (db: Db, after: { appointmentId: string; formId: string } | null) =>
  db
    .selectFrom('signed_form')
    .select(['appointment_id as appointmentId', 'form_id as formId', 'wrapped_key as wrappedKey', 'sealed'])
    .where('sealed', 'is not', null)
    .$if(after !== null, (all) =>
      all.where(sql<boolean>`(appointment_id, form_id) > (${after?.appointmentId}::uuid, ${after?.formId}::uuid)`),
    )
    .orderBy('appointment_id')
    .orderBy('form_id')
    .limit(AT_ONCE)
    .execute()

/** Does nothing if the form has changed or been deleted since it was read. */
export const replaceSealed = (
  db: Db,
  {
    appointmentId,
    formId,
    before,
    wrappedKey,
    sealed,
  }: { appointmentId: string; formId: string; before: string } & SealedText,
) =>
  db
    .updateTable('signed_form')
    .set({ wrapped_key: wrappedKey, sealed })
    .where('appointment_id', '=', appointmentId)
    .where('form_id', '=', formId)
    .where('sealed', '=', before)
    .execute()
