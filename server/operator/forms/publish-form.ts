import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorForms } from '#contract/catalog/forms/operator-forms.ts'
import { catalogNow, changeForm } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'

/** Changes a form, by a new version where it asks something else. */
export async function publishForm(
  ctx: Context,
  { formId, ...draft }: InputOf<typeof operatorForms.publish>,
): Promise<OutputOf<typeof operatorForms.publish>> {
  const { services } = await catalogNow(ctx.database)
  return { number: await ctx.transaction((inner) => changeForm(inner, formId, draft, new Set(services.keys()))) }
}
