import type { Context } from './context.ts'

export type AuditRecord = {
  /** Name of the action in dotted words: `provider.approve`, `fee.change`. */
  act: string
  subject: { kind: string; id: string; name?: string }
  before?: unknown
  after?: unknown
  reason?: string
}

/** Appends to the audit log in the caller's transaction. */
export async function recordAudit(ctx: Context, { act, subject, before, after, reason }: AuditRecord): Promise<void> {
  const { accountId, actorId } = ctx.viewer
  const actor = actorId ?? accountId
  if (!actor) throw new Error(`the action ${act} has no actor`)
  await ctx.db
    .insertInto('audit')
    .values({
      at: ctx.now,
      actor_id: actor,
      as_account_id: actorId ? accountId : null,
      act,
      subject_kind: subject.kind,
      subject_id: subject.id,
      subject_name: subject.name ?? '',
      before: before === undefined ? null : JSON.stringify(before),
      after: after === undefined ? null : JSON.stringify(after),
      reason: reason ?? '',
      request_id: ctx.requestId,
    })
    .execute()
}
