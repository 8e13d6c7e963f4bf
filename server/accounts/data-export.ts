import type { account as own } from '#contract/accounts/account.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { notify, getSender } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { getCallerAccount, formatMoment } from './caller.ts'
import { collectAccountData } from './data-export.queries.ts'
import { exportBody, saveExport } from './own-account.queries.ts'
import { toAddressee } from './new-account.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { openForms } from './own-account.ts'

const KEPT_DAYS = 3

export async function exportData(ctx: Context): Promise<OutputOf<typeof own.exportMine>> {
  const account = await getCallerAccount(ctx)
  const sender = await getSender(ctx)
  const expiresAt = new Date(ctx.now.getTime() + KEPT_DAYS * 86_400_000)
  return ctx.idempotent(async (inner) => {
    const everything = await collectAccountData(inner.db, account.id)
    const { id } = await saveExport(inner.db, {
      account_id: account.id,
      body: JSON.stringify(everything),
      created_at: inner.now,
      ready_at: inner.now,
      expires_at: expiresAt,
    })
    const values = { dateTime: formatMoment(expiresAt, account.country_code) }
    await notify(inner, sender, {
      kind: 'export.ready',
      to: toAddressee(account),
      values,
      path: '/customer-dashboard/account#export',
    })
    return { id, readyAt: inner.now.toISOString(), expiresAt: expiresAt.toISOString() }
  })
}

/** Returns everything that an account's export has, with signed forms decrypted. The caller must have checked access. */
export const collectDataOfAccount = async (ctx: Context, accountId: string): Promise<Record<string, unknown>> =>
  openForms(ctx, await collectAccountData(ctx.db, accountId))

export async function readExport(
  ctx: Context,
  { exportId }: InputOf<typeof own.readExport>,
): Promise<OutputOf<typeof own.readExport>> {
  const { id } = await getCallerAccount(ctx)
  const found = await exportBody(ctx.db, exportId, id, ctx.now)
  if (!found?.body) throw new Refusal('not_found')
  return {
    fileName: `primp-${found.created_at.toISOString().slice(0, 10)}.json`,
    content: await openForms(ctx, found.body as Record<string, unknown>),
  }
}
