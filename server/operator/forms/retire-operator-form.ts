import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorForms } from '#contract/catalog/forms/operator-forms.ts'
import { endForm } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'

/** Asks for a form no longer. */
export async function retireOperatorForm(
  ctx: Context,
  { formId, reason }: InputOf<typeof operatorForms.retire>,
): Promise<OutputOf<typeof operatorForms.retire>> {
  await ctx.transaction((inner) => endForm(inner, formId, reason))
  return {}
}
