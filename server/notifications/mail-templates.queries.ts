import type { MailText } from '#contract/notifications/mail-templates.ts'
import type { Db } from '#db/database.ts'
import { markMailOptionalParts } from './editable-mails.ts'

const columns = ['kind', 'subject', 'preview', 'body', 'button'] as const

export async function getActiveTexts(db: Db): Promise<Record<string, MailText>> {
  const rows = await db
    .selectFrom('mail_template')
    .select(columns)
    .where('standing', '=', true)
    .where('made', '=', false)
    .execute()
  return Object.fromEntries(rows.map(({ kind, ...text }) => [kind, markMailOptionalParts(kind, text)]))
}

export const listActiveVersions = (db: Db) =>
  db.selectFrom('mail_template').select(['kind', 'number', 'made', 'written_at']).where('standing', '=', true).execute()

export const listVersionsOf = (db: Db, kind: string) =>
  db
    .selectFrom('mail_template as m')
    .leftJoin('account as a', 'a.id', 'm.written_by')
    .select([
      'm.number',
      'm.subject',
      'm.preview',
      'm.body',
      'm.button',
      'm.made',
      'm.standing',
      'm.written_at',
      'm.reason',
      'a.name as author',
    ])
    .where('m.kind', '=', kind)
    .orderBy('m.number', 'desc')
    .execute()

export async function insertVersion(
  db: Db,
  {
    kind,
    number,
    text,
    by,
    at,
    reason,
  }: { kind: string; number: number; text: MailText; by: string; at: Date; reason: string },
): Promise<void> {
  await db
    .updateTable('mail_template')
    .set({ standing: false })
    .where('kind', '=', kind)
    .where('standing', '=', true)
    .execute()
  await db
    .insertInto('mail_template')
    .values({
      ...text,
      kind,
      number,
      made: Object.values(text).every((said) => said === null),
      standing: true,
      written_by: by,
      written_at: at,
      reason,
    })
    .execute()
}
