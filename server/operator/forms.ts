import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorForms } from '#contract/catalog/forms/operator-forms.ts'
import { countSignedForms } from '#server/preparation/index.ts'
import {
  listConsentForms,
  listConsentFormVersions,
  getFreshCatalog,
  changeForm,
  changeServiceTest,
  endForm,
  createForm,
  listServiceTests,
} from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'

export async function listForms(ctx: Context): Promise<OutputOf<typeof operatorForms.list>> {
  const { services } = await getFreshCatalog(ctx.database)
  const versions = Map.groupBy(await listConsentFormVersions(ctx.db), ({ form_id }) => form_id)
  const tests = await listServiceTests(ctx.db)
  const signed = await countSignedForms(ctx.db)
  return {
    forms: (await listConsentForms(ctx.db)).map(({ id, name, services: asked, retired_at }) => ({
      id,
      name,
      services: asked,
      retiredAt: retired_at?.toISOString() ?? null,
      versions: (versions.get(id) ?? []).map((version) => ({
        number: version.number,
        intro: version.intro,
        questions: version.questions,
        publishedAt: version.published_at.toISOString(),
        signed: signed.get(version.id) ?? 0,
      })),
    })),
    services: [...services.values()]
      .filter(({ retired }) => !retired)
      .map(({ id, label }) => ({ id, label, patchTestMinutes: tests.get(id) ?? null })),
  }
}

export async function createOperatorForm(
  ctx: Context,
  draft: InputOf<typeof operatorForms.create>,
): Promise<OutputOf<typeof operatorForms.create>> {
  const { services } = await getFreshCatalog(ctx.database)
  return { id: await ctx.transaction((inner) => createForm(inner, draft, new Set(services.keys()))) }
}

export async function publishForm(
  ctx: Context,
  { formId, ...draft }: InputOf<typeof operatorForms.publish>,
): Promise<OutputOf<typeof operatorForms.publish>> {
  const { services } = await getFreshCatalog(ctx.database)
  return { number: await ctx.transaction((inner) => changeForm(inner, formId, draft, new Set(services.keys()))) }
}

export async function retireOperatorForm(
  ctx: Context,
  { formId, reason }: InputOf<typeof operatorForms.retire>,
): Promise<OutputOf<typeof operatorForms.retire>> {
  await ctx.transaction((inner) => endForm(inner, formId, reason))
  return {}
}

export async function setServiceTest(
  ctx: Context,
  { serviceId, minutes, reason }: InputOf<typeof operatorForms.setTest>,
): Promise<OutputOf<typeof operatorForms.setTest>> {
  await ctx.transaction((inner) => changeServiceTest(inner, serviceId, minutes, reason))
  return { minutes }
}
