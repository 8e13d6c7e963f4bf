import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorForms } from '#contract/catalog/forms/operator-forms.ts'
import { catalogNow, makeForm } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'

/** Makes a form and publishes its first version. */
export async function makeOperatorForm(
  ctx: Context,
  draft: InputOf<typeof operatorForms.make>,
): Promise<OutputOf<typeof operatorForms.make>> {
  const { services } = await catalogNow(ctx.database)
  return { id: await ctx.transaction((inner) => makeForm(inner, draft, new Set(services.keys()))) }
}
