import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorMails } from '#contract/notifications/mail-words.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseWhen } from '#server/platform/refusal.ts'
import { forgetHeld } from '#server/platform/settings.ts'
import { EDITED_WORDS } from '#server/notifications/notify.ts'
import { editedMail, refuseUnsayable, wordsOf } from './edited-mail.ts'
import { insertVersion } from './mail-words-queries.ts'

/** Has mails of this kind say this from now on, in every process within a second; refused to whom did not see what stands. */
export async function publishMailWords(
  ctx: Context,
  { kind, text, seen, reason }: InputOf<typeof operatorMails.publish>,
): Promise<OutputOf<typeof operatorMails.publish>> {
  refuseUnsayable(wordsOf(kind), text)
  const { accountId } = ctx.viewer
  if (!accountId) throw new Error('words have nobody who writes them')
  const mail = await ctx
    .transaction(async (inner) => {
      const before = await editedMail(inner.db, kind)
      if (before.number !== seen) throw new Refusal('state_changed')
      const number = (before.versions[0]?.number ?? 0) + 1
      await insertVersion(inner.db, { kind, number, text, by: accountId, at: inner.now, reason })
      await record(inner, {
        act: 'mail.words',
        subject: { kind: 'mail', id: kind, name: kind },
        before: before.standing,
        after: text,
        reason,
      })
      return editedMail(inner.db, kind)
    })
    // Two at once: the one that came second has not seen the first.
    .catch(refuseWhen('mail_words_kind_number_key', 'state_changed'))
  forgetHeld(ctx.database, EDITED_WORDS)
  return { mail }
}
