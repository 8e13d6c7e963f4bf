import { type MailKind, mailWords } from '#server/notifications/words/mail-words.ts'
import type { MailWords } from '#server/notifications/words/mail-kind.ts'
import type { NoticeGroup } from '#contract/constants.ts'
import type { Stop } from './stop-queries.ts'

/** The group of notices by which a mail can be stopped; null for what always goes, as what tells of money or of the account. */
export function groupOf(kind: string): NoticeGroup | null {
  const words = (mailWords as Partial<Record<string, MailWords>>)[kind as MailKind]
  // What has no group of its own tells of a place or a time that somebody waits for.
  return !words || words.always ? null : (words.group ?? 'alerts')
}

/** Why a mail of this kind does not go where these stops are; null where it does. An address that bounced gets nothing, one that complained only what always goes. */
export function whyStopped(kind: string, stops: readonly Stop[]): string | null {
  const group = groupOf(kind)
  if (stops.some(({ reason }) => reason === 'bounced')) return 'This address takes no mail: an earlier one came back.'
  if (group && stops.some(({ reason }) => reason === 'complained')) return 'Its reader called a mail of ours spam.'
  if (group && stops.some(({ topic }) => topic === group)) return 'Its reader wants no more mail of this kind.'
  return null
}
