import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { signup } from '#contract/signup/signup.ts'
import { catalogOf } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { callerOf, readStanding } from './standing.ts'
import { beginSignup, saveStep, settleCategory } from './queries.ts'
import { stepOpen, stepRight } from './steps.ts'

/** Marks a step as gone through; refused while it is shut or what it asks for is not there. */
export async function passStep(
  ctx: Context,
  { step, categoryId }: InputOf<typeof signup.pass>,
): Promise<OutputOf<typeof signup.pass>> {
  const catalog = await catalogOf(ctx.database)
  const accountId = callerOf(ctx)
  return ctx.transaction(async (ctx) => {
    await beginSignup(ctx.db, {
      account_id: accountId,
      landing: '/join',
      first_service: null,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    const before = await readStanding(ctx.db, catalog, accountId)
    const settles =
      step === 'select-services' &&
      categoryId !== undefined &&
      before.progress.profile?.services.some((service) => service.categoryId === categoryId)
    // Once chosen, steps 4 to 9 stay with their category for as long as something of it is offered.
    if (settles && !before.standing.saved.has('pricing')) await settleCategory(ctx.db, accountId, categoryId)
    const { standing } = await readStanding(ctx.db, catalog, accountId)
    if (step === 'submit' || !stepOpen(step, standing)) throw new Refusal('step_closed')
    if (!stepRight(step, standing)) throw new Refusal('steps_missing', { detail: { steps: [step] } })
    await saveStep(ctx.db, accountId, step, ctx.now)
    return (await readStanding(ctx.db, catalog, accountId)).progress
  })
}
