import type { Context } from '#server/platform/context.ts'
import { record } from '#server/platform/audit.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { type Owner, partnerById, providerIdOf, webhookOf, type WebhookRow } from './webhook-queries.ts'

/** Of whom a call is: of the partner that an operator names, which no call of artists takes, else of the artist who calls. */
export type Whose = { partnerId?: string }

/** Whose webhooks are meant. An artist has some once sign-up has come to making a profile. */
export async function ownerOf({ db, viewer }: Context, { partnerId }: Whose): Promise<Owner> {
  if (partnerId !== undefined) {
    if (!(await partnerById(db, partnerId))) throw new Refusal('not_found')
    return { column: 'partner_id', id: partnerId }
  }
  const id = viewer.accountId && (await providerIdOf(db, viewer.accountId))
  if (!id) throw new Refusal('not_found')
  return { column: 'provider_id', id }
}

/** The same of somebody who is told still; a partner that has ended is not. */
export async function toldOwner(ctx: Context, whose: Whose): Promise<Owner> {
  const owner = await ownerOf(ctx, whose)
  const partner = whose.partnerId === undefined ? undefined : await partnerById(ctx.db, owner.id)
  if (partner?.ended_at) throw new Refusal('partner_ended')
  return owner
}

/** A webhook of theirs. */
export async function webhookOfOwner({ db }: Context, owner: Owner, id: string): Promise<WebhookRow> {
  const webhook = await webhookOf(db, owner, id)
  if (!webhook) throw new Refusal('not_found')
  return webhook
}

/** Writes down what an operator did to a partner's webhook; what artists do to theirs is their own. */
export async function writeDown(tx: Context, { column, id }: Owner, act: string, after: object): Promise<void> {
  if (column !== 'partner_id') return
  const name = (await partnerById(tx.db, id))?.name ?? ''
  await record(tx, { act: `partner.webhook.${act}`, subject: { kind: 'partner', id, name }, after })
}
