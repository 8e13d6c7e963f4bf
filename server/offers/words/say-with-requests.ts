import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { requests } from '#contract/offers/requests.ts'
import { ownRequestsOf } from '#server/offers/requests/own-requests.ts'
import { eventKeyOf, liveOfEvent, lockEvent } from '#server/offers/requests/request-queries.ts'
import { factsOf } from '#server/offers/tell-queries.ts'
import { claimUpload, dropUpload, fileUrlOf, uploadOf } from '#server/pictures/door.ts'
import { announce } from '#server/platform/live/announce.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findSearch, owns } from '#server/search/door.ts'
import { saidWith } from './said-with.ts'
import { saveWords, shownFiles } from './word-queries.ts'

/** Keeps what whoever has asked says with it, and the pictures they show, for everybody who is asked for the event. */
export async function sayWithRequests(
  ctx: Context,
  { quoteId, words, pictures }: InputOf<typeof requests.say>,
): Promise<OutputOf<typeof requests.say>> {
  const search = await findSearch(ctx.database, quoteId)
  if (!search) throw new Refusal('not_found')
  if (!owns(ctx.viewer, search)) throw new Refusal('not_yours')
  return ctx.once(async (tx) => {
    const eventKey = await eventKeyOf(tx.db, quoteId)
    await lockEvent(tx.db, eventKey)
    const live = await liveOfEvent(tx.db, eventKey)
    if (live.length === 0) throw new Refusal('state_changed')
    const before = saidWith(live).files
    const files: string[] = []
    for (const picture of pictures) files.push(before.includes(picture) ? picture : await claimed(tx, picture))
    const ids = live.map(({ id }) => id)
    await saveWords(tx.db, ids, words, files)
    await letGo(
      tx,
      before.filter((file) => !files.includes(file)),
    )
    const told = live.filter(({ state }) => state !== 'unconfirmed')
    for (const { id, quote_id } of told) {
      const { providerAccount } = await factsOf(tx.db, id, quote_id)
      if (providerAccount) await announce(tx, { to: [`account:${providerAccount}`], kind: 'request.words', ref: id })
    }
    return ownRequestsOf(tx, quoteId)
  })
}

async function claimed(tx: Context, picture: string): Promise<string> {
  const upload = await uploadOf(tx, picture)
  await claimUpload(tx, upload.id)
  return fileUrlOf(upload)
}

// An earlier request that has ended still shows what it was asked with.
async function letGo(tx: Context, files: readonly string[]): Promise<void> {
  if (files.length === 0) return
  const shown = await shownFiles(tx.db, files)
  for (const file of files) if (!shown.has(file)) await dropUpload(tx, file.split('/')[3] ?? '')
}
