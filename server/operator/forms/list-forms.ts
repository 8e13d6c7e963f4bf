import type { OutputOf } from '#contract/endpoint.ts'
import type { operatorForms } from '#contract/catalog/forms/operator-forms.ts'
import { signedCounts } from '#server/bookings/forms/door.ts'
import { allForms, allVersions, catalogNow, serviceTests } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'

/** Every form with all its versions, and what it can be asked for with. */
export async function listForms(ctx: Context): Promise<OutputOf<typeof operatorForms.list>> {
  const { services } = await catalogNow(ctx.database)
  const versions = Map.groupBy(await allVersions(ctx.db), ({ form_id }) => form_id)
  const tests = await serviceTests(ctx.db)
  const signed = await signedCounts(ctx.db)
  return {
    forms: (await allForms(ctx.db)).map(({ id, name, services: asked, retired_at }) => ({
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
