import type { operatorForms } from '#contract/catalog/forms/operator-forms.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { changeServiceTest } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'

/** Says of a service everywhere that it needs a patch test, or that none is needed by our word. */
export async function setServiceTest(
  ctx: Context,
  { serviceId, minutes, reason }: InputOf<typeof operatorForms.setTest>,
): Promise<OutputOf<typeof operatorForms.setTest>> {
  await ctx.transaction((inner) => changeServiceTest(inner, serviceId, minutes, reason))
  return { minutes }
}
