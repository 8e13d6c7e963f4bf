import type { Context } from '#server/platform/context.ts'
import { aboutForm, formKeys } from '#server/platform/sealing/form-keys.ts'
import { openText } from '#server/platform/sealing/sealed-text.ts'

type Kept = { appointment: string; formId: string; wrappedKey: string | null; sealed: string | null }

/** Opens the signed forms of a copy of somebody's data, in which they are as sealed as where they are kept. */
export async function openForms(ctx: Context, everything: Record<string, unknown>): Promise<Record<string, unknown>> {
  const forms = (everything['signedForms'] ?? []) as Kept[]
  if (forms.length === 0) return everything
  const keys = await formKeys(ctx)
  const opened = forms.map(async ({ wrappedKey, sealed, ...form }) => {
    if (wrappedKey === null || sealed === null) return form
    const said = await openText({ wrappedKey, sealed }, aboutForm(form.appointment, form.formId), keys)
    return { ...form, ...JSON.parse(said) }
  })
  return { ...everything, signedForms: await Promise.all(opened) }
}
