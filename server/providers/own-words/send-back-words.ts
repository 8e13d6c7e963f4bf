import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorWords } from '#contract/providers/operator-words.ts'
import type { CountryCode } from '#contract/values.ts'
import { addressOf } from '#server/accounts/registering/door.ts'
import { notify } from '#server/notifications/door.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { stripEnd } from '#contract/words.ts'
import { type Deciding, decideAboutWords } from './decide-words.ts'
import { decideWords } from './own-words-queries.ts'

/** Sends words back with a reason that their artist reads: what waited is not shown, and where nothing waits what customers read is shown no longer. */
export const sendBackWords = (
  ctx: Context,
  { reason, ...input }: InputOf<typeof operatorWords.sendBack>,
): Promise<OutputOf<typeof operatorWords.sendBack>> =>
  decideAboutWords(ctx, input, async (inner, deciding) => {
    const { words, artist, me, about } = deciding
    const waits = words.asked_title !== null
    if (waits && words.sent_back !== null) throw new Refusal('state_changed')
    await decideWords(inner.db, words.id, {
      ...(waits
        ? { title: words.title, words: words.words, asked_title: words.asked_title, asked_words: words.asked_words }
        : { title: null, words: '', asked_title: words.title, asked_words: words.words }),
      sent_back: reason,
      decided_by: me,
      decided_at: inner.now,
    })
    await record(inner, {
      act: 'words.send_back',
      subject: { kind: 'provider', id: artist.id, name: artist.name },
      before: { about, shown: words.title, asked: words.asked_title },
      after: { about, title: waits ? words.asked_title : words.title },
      reason,
    })
    await tellArtist(inner, deciding, reason)
  })

async function tellArtist(ctx: Context, { words, artist, sender, about }: Deciding, reason: string): Promise<void> {
  if (!artist.account_id || !artist.email) return
  await notify(ctx, sender, {
    kind: 'words.sentBack',
    to: addressOf({
      id: artist.account_id,
      email: artist.email,
      name: artist.account_name ?? artist.name,
      country_code: artist.country_code as CountryCode,
    }),
    values: { title: words.asked_title ?? words.title, what: about, reason: stripEnd(reason, /[.!]/) },
    path: `/dashboard/services#${words.package_id !== null ? 'packages' : words.add_on_id !== null ? 'add-ons' : 'own-words'}`,
    fact: `words.sentBack ${words.id} ${ctx.now.toISOString()}`,
  })
}
