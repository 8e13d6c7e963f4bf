import type { OutputOf } from '#contract/endpoint.ts'
import type { operatorMails } from '#contract/notifications/mail-words.ts'
import { say } from '#contract/words.ts'
import type { Context } from '#server/platform/context.ts'
import { mailKinds, mailWords } from '#server/notifications/words/mail-words.ts'
import { standingNumbers, standingTexts } from './mail-words-queries.ts'

/** Every kind of mail with its subject, and which of them say what an operator has written. */
export async function listMailWords(ctx: Context): Promise<OutputOf<typeof operatorMails.list>> {
  const texts = await standingTexts(ctx.db)
  const standing = new Map((await standingNumbers(ctx.db)).map((row) => [row.kind, row]))
  return {
    mails: mailKinds.map((kind) => {
      const row = standing.get(kind)
      return {
        kind,
        subject: texts[kind]?.subject ?? say(mailWords[kind].subject),
        number: row && !row.made ? row.number : 0,
        writtenAt: row && !row.made ? row.written_at.toISOString() : null,
      }
    }),
  }
}
