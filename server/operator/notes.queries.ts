import type { Db } from '#db/database.ts'
import type { StoryIds } from './story.queries.ts'

export const listNotes = (db: Db, { accountId, providerId }: StoryIds) =>
  db
    .selectFrom('operator_note as n')
    .innerJoin('account as a', 'a.id', 'n.written_by')
    .select(['n.id', 'n.text', 'a.name as by', 'n.written_at'])
    .where((eb) => eb.or([eb('n.account_id', '=', accountId), eb('n.provider_id', '=', providerId)]))
    .orderBy('n.written_at', 'desc')
    .orderBy('n.id')
    .execute()

export const listNotesOfBooking = (db: Db, appointmentId: string) =>
  db
    .selectFrom('operator_note as n')
    .innerJoin('account as a', 'a.id', 'n.written_by')
    .select(['n.id', 'n.text', 'a.name as by', 'n.written_at'])
    .where('n.appointment_id', '=', appointmentId)
    .orderBy('n.written_at', 'desc')
    .orderBy('n.id')
    .execute()

export const listTags = async (db: Db, { accountId, providerId }: StoryIds): Promise<string[]> => {
  const rows = await db
    .selectFrom('operator_tag')
    .select('tag')
    .distinct()
    .where((eb) => eb.or([eb('account_id', '=', accountId), eb('provider_id', '=', providerId)]))
    .orderBy('tag')
    .execute()
  return rows.map(({ tag }) => tag)
}

export type NoteSubject = { account_id: string | null; provider_id: string | null; appointment_id?: string | null }

export const insertNote = (db: Db, row: NoteSubject & { text: string; written_by: string; written_at: Date }) =>
  db.insertInto('operator_note').values(row).execute()

export const deleteNote = (db: Db, id: string) =>
  db
    .deleteFrom('operator_note')
    .where('id', '=', id)
    .returning(['account_id', 'provider_id', 'appointment_id', 'written_by'])
    .executeTakeFirst()

export async function replaceTags(
  db: Db,
  { accountId, providerId }: StoryIds,
  on: NoteSubject,
  tags: readonly string[],
  by: { set_by: string; set_at: Date },
): Promise<void> {
  await db
    .deleteFrom('operator_tag')
    .where((eb) => eb.or([eb('account_id', '=', accountId), eb('provider_id', '=', providerId)]))
    .$if(tags.length > 0, (q) => q.where('tag', 'not in', tags))
    .execute()
  const there = new Set(await listTags(db, { accountId, providerId }))
  const fresh = tags.filter((tag) => !there.has(tag))
  if (fresh.length > 0)
    await db
      .insertInto('operator_tag')
      .values(fresh.map((tag) => ({ ...on, ...by, tag })))
      .execute()
}
