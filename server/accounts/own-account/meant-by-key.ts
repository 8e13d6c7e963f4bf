import type { NoticeGroup } from '#contract/constants.ts'
import { groupOf, mailOfKey, mailToStop } from '#server/notifications/stops/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'

/** The mail that a key came with and the group of notices that the key ends; refused where it is not ours, or the mail is kept no longer or always comes. */
export async function meantByKey(
  ctx: Context,
  key: string,
): Promise<{ group: NoticeGroup; mail: { address: string; account_id: string | null } }> {
  const id = await mailOfKey(ctx.database, ctx.env, key)
  const mail = id ? await mailToStop(ctx.db, id) : undefined
  const group = mail ? groupOf(mail.kind) : null
  if (!mail || !group) throw new Refusal('link_expired')
  return { group, mail }
}
