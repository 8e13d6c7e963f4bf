import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Marks, operatorStory } from '#contract/operator/story.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import {
  listNotesOfBooking,
  deleteNote,
  insertNote,
  listNotes,
  type NoteSubject,
  replaceTags,
  listTags,
} from './notes.queries.ts'
import { getOperatorId } from './overview.ts'
import { getAppointmentRow } from './bookings.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import type { StorySubject } from '#contract/operator/hub.ts'
import { findPersonOfBoth } from './story.queries.ts'

export const addNote = (
  ctx: Context,
  { text, ...whose }: InputOf<typeof operatorStory.addNote>,
): Promise<OutputOf<typeof operatorStory.addNote>> =>
  ctx.idempotent(async (inner) => {
    const both = await getNoteSubject(inner, whose)
    await insertNote(inner.db, { ...markedOn(both), text, written_by: getOperatorId(inner), written_at: inner.now })
    await recordAudit(inner, { act: 'note.add', subject: subjectOf(both) })
    return marksOf(inner, both)
  })

export const removeNote = (
  ctx: Context,
  { noteId, reason }: InputOf<typeof operatorStory.removeNote>,
): Promise<OutputOf<typeof operatorStory.removeNote>> =>
  ctx.transaction(async (inner) => {
    const gone = await deleteNote(inner.db, noteId)
    if (!gone) throw new Refusal('not_found')
    await recordAudit(inner, {
      act: 'note.remove',
      subject: await subjectFor(inner, gone),
      before: { by: gone.written_by },
      reason,
    })
    return { removed: true as const }
  })

async function subjectFor(ctx: Context, { account_id, provider_id, appointment_id }: NoteSubject) {
  if (appointment_id) {
    const { id, number } = await getAppointmentRow(ctx, appointment_id)
    return { kind: 'appointment', id, name: String(number) }
  }
  return subjectOf(
    await getNoteSubject(ctx, account_id ? { accountId: account_id } : { providerId: provider_id ?? '' }),
  )
}

export const addBookingNote = (
  ctx: Context,
  { appointmentId, text }: InputOf<typeof operatorStory.addBookingNote>,
): Promise<OutputOf<typeof operatorStory.addBookingNote>> =>
  ctx.idempotent(async (inner) => {
    const { id, number } = await getAppointmentRow(inner, appointmentId)
    const on = { account_id: null, provider_id: null, appointment_id: id }
    await insertNote(inner.db, { ...on, text, written_by: getOperatorId(inner), written_at: inner.now })
    await recordAudit(inner, { act: 'note.add', subject: { kind: 'appointment', id, name: String(number) } })
    return listBookingNotes(inner, { appointmentId })
  })

export const listBookingNotes = async (
  ctx: Context,
  { appointmentId }: InputOf<typeof operatorStory.bookingNotes>,
): Promise<OutputOf<typeof operatorStory.bookingNotes>> => ({
  notes: (await listNotesOfBooking(ctx.db, appointmentId)).map(({ written_at, ...note }) => ({
    ...note,
    at: written_at.toISOString(),
  })),
})

/** Changes tags relative to the current ones, in the operator's transaction. */
export async function changeTags(
  ctx: Context,
  both: Both,
  change: (before: readonly string[]) => readonly string[],
  reason?: string,
): Promise<void> {
  const before = await listTags(ctx.db, both)
  const after = [...new Set(change(before))].toSorted()
  await replaceTags(ctx.db, both, markedOn(both), after, { set_by: getOperatorId(ctx), set_at: ctx.now })
  await recordAudit(ctx, {
    act: 'tags.set',
    subject: subjectOf(both),
    before: { tags: before },
    after: { tags: after },
    ...(reason ? { reason } : {}),
  })
}

export const setTags = (
  ctx: Context,
  { tags, ...whose }: InputOf<typeof operatorStory.setTags>,
): Promise<OutputOf<typeof operatorStory.setTags>> =>
  ctx.transaction(async (inner) => {
    const both = await getNoteSubject(inner, whose)
    await changeTags(inner, both, () => tags)
    return marksOf(inner, both)
  })

export const getMarks = async (
  ctx: Context,
  whose: InputOf<typeof operatorStory.marks>,
): Promise<OutputOf<typeof operatorStory.marks>> => marksOf(ctx, await getNoteSubject(ctx, whose))

const marksOf = async (ctx: Context, both: Pick<Both, 'accountId' | 'providerId'>): Promise<Marks> => ({
  notes: (await listNotes(ctx.db, both)).map(({ written_at, ...note }) => ({ ...note, at: written_at.toISOString() })),
  tags: await listTags(ctx.db, both),
})

const markedOn = ({ accountId, providerId }: Pick<Both, 'accountId' | 'providerId'>) =>
  accountId ? { account_id: accountId, provider_id: null } : { account_id: null, provider_id: providerId }

const subjectOf = ({ accountId, providerId, name }: Omit<Both, 'asked'>) =>
  accountId ? { kind: 'account', id: accountId, name } : { kind: 'provider', id: providerId ?? '', name }

type Both = { accountId: string | null; providerId: string | null; name: string; asked: 'account' | 'provider' }

/** Throws unless exactly one id is given and exists. */
export async function getNoteSubject(ctx: Context, { accountId, providerId }: StorySubject): Promise<Both> {
  if ((accountId === undefined) === (providerId === undefined)) throw createFieldRefusal('invalid_input', 'accountId')
  const row = await findPersonOfBoth(ctx.db, { accountId: accountId ?? null, providerId: providerId ?? null })
  if (!row) throw new Refusal('not_found')
  return {
    accountId: row.account_id,
    providerId: row.provider_id,
    name: row.name,
    asked: accountId === undefined ? 'provider' : 'account',
  }
}
