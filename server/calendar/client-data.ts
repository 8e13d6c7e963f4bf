import {
  type clientData,
  type ClientDataRequest,
  type ClientRequestKind,
  clientRequestLimits,
} from '#contract/calendar/client-data.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { acceptTerms, findAccount, hasAccepted, toAddressee } from '#server/accounts/index.ts'
import { notify, type Sender } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getCallerProvider } from '#server/providers/index.ts'
import {
  findClientRequest,
  finishClientRequest,
  insertClientRequest,
  listOpenRequests,
  type listOwnClientsOfEmail,
} from './client-data.queries.ts'

const DAY_MS = 86_400_000

/** Throws `client_terms_missing` unless the artist has accepted that they are the controller of their clients' data. */
export async function assertControllerTerms(ctx: Context, accountId: string | null): Promise<void> {
  if (!accountId || !(await hasAccepted(ctx.db, accountId, 'controller'))) throw new Refusal('client_terms_missing')
}

export async function acceptControllerTerms(
  ctx: Context,
  _input: InputOf<typeof clientData.acceptTerms>,
): Promise<OutputOf<typeof clientData.acceptTerms>> {
  const { account_id } = await getCallerProvider(ctx)
  if (!account_id) throw new Refusal('not_found')
  if (!(await hasAccepted(ctx.db, account_id, 'controller'))) await acceptTerms(ctx, account_id, 'controller')
  return { done: true }
}

export async function listClientDataRequests(ctx: Context): Promise<OutputOf<typeof clientData.requests>> {
  const provider = await getCallerProvider(ctx)
  const rows = await listOpenRequests(ctx.db, provider.id)
  return {
    requests: rows.map(({ id, client_id, name, kind, details, requested_at }) => ({
      id,
      client: { id: client_id, name },
      kind: kind as ClientDataRequest['kind'],
      details,
      requestedAt: requested_at.toISOString(),
      dueAt: getRequestDeadline(requested_at).toISOString(),
    })),
  }
}

export const getRequestDeadline = (requestedAt: Date): Date =>
  new Date(requestedAt.getTime() + clientRequestLimits.days * DAY_MS)

export async function finishClientDataRequest(
  ctx: Context,
  { requestId }: InputOf<typeof clientData.finishRequest>,
): Promise<OutputOf<typeof clientData.finishRequest>> {
  const provider = await getCallerProvider(ctx)
  return ctx.transaction(async (tx) => {
    const request = await findClientRequest(tx.db, provider.id, requestId)
    if (!request) throw new Refusal('not_found')
    if (request.done_at) throw new Refusal('state_changed')
    await finishClientRequest(tx.db, request.id, tx.now)
    return { done: true as const }
  })
}

type ClientEntry = Pick<
  Awaited<ReturnType<typeof listOwnClientsOfEmail>>[number],
  'id' | 'provider_id' | 'name' | 'provider_account_id'
>

/**
 * Forwards a client's request to the artist, who is the controller, by mail and on the client's page, in the caller's
 * transaction. A request that is still open is forwarded once.
 */
export async function forwardClientRequest(
  tx: Context,
  sender: Sender,
  client: ClientEntry,
  { kind, details }: { kind: ClientRequestKind; details: string },
): Promise<void> {
  const isNew = await insertClientRequest(tx.db, {
    client_id: client.id,
    provider_id: client.provider_id,
    kind,
    details,
    requested_at: tx.now,
  })
  const artist = client.provider_account_id ? await findAccount(tx.db, client.provider_account_id) : undefined
  if (!isNew || !artist) return
  await notify(tx, sender, {
    kind: kind === 'delete' ? 'client.data.delete' : 'client.data.correct',
    to: toAddressee(artist),
    values: { name: client.name },
    path: `/dashboard/clients/${client.id}`,
  })
}
