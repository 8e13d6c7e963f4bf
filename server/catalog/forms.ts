import { isDeepStrictEqual } from 'node:util'
import type { FormQuestion } from '#contract/catalog/forms/forms.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import {
  insertForm,
  insertVersion,
  isNamed,
  lockForm,
  renameForm,
  getNewestVersion,
  setFormServices,
  retireConsentForm,
  setTestMinutes,
} from './forms.queries.ts'
import type { FormSettings } from '#contract/catalog/catalog.ts'
import type { Catalog, CatalogCategory } from './catalog.ts'

type FormDraft = {
  name: string
  intro: string
  questions: readonly FormQuestion[]
  services: readonly string[]
  reason: string
}

export async function createForm(ctx: Context, draft: FormDraft, known: ReadonlySet<string>): Promise<string> {
  const { name, intro, questions } = draft
  const id = await insertForm(ctx.db, name, ctx.now)
  if (id === null) throw createFieldRefusal('name_taken', 'name')
  await insertVersion(ctx.db, { formId: id, number: 1, intro, questions, now: ctx.now })
  await assignFormServices(ctx, id, draft, known)
  await recordAudit(ctx, {
    act: 'form.add',
    subject: { kind: 'form', id, name },
    after: said(draft, 1),
    reason: draft.reason,
  })
  return id
}

/** Changed content creates a new version. Runs in the operator's transaction. */
export async function changeForm(
  ctx: Context,
  id: string,
  draft: FormDraft,
  known: ReadonlySet<string>,
): Promise<number> {
  const form = await standing(ctx, id)
  const { name, intro, questions } = draft
  if (await isNamed(ctx.db, name, id)) throw createFieldRefusal('name_taken', 'name')
  if (name !== form.name) await renameForm(ctx.db, id, name)
  const before = await getNewestVersion(ctx.db, id)
  const same = before.intro === intro && isDeepStrictEqual(before.questions, questions)
  const number = same ? before.number : before.number + 1
  if (!same) await insertVersion(ctx.db, { formId: id, number, intro, questions, now: ctx.now })
  await assignFormServices(ctx, id, draft, known)
  await recordAudit(ctx, {
    act: 'form.change',
    subject: { kind: 'form', id, name },
    before: { name: form.name, version: before.number },
    after: said(draft, number),
    reason: draft.reason,
  })
  return number
}

export async function endForm(ctx: Context, id: string, reason: string): Promise<void> {
  const form = await standing(ctx, id)
  await setFormServices(ctx.db, id, [])
  await retireConsentForm(ctx.db, id, ctx.now)
  await recordAudit(ctx, { act: 'form.retire', subject: { kind: 'form', id, name: form.name }, reason })
}

export async function changeServiceTest(
  ctx: Context,
  serviceId: string,
  minutes: number | null,
  reason: string,
): Promise<void> {
  const before = await setTestMinutes(ctx.db, serviceId, minutes)
  if (!before) throw new Refusal('unknown_service')
  await recordAudit(ctx, {
    act: 'service.patch_test',
    subject: { kind: 'service', id: serviceId, name: before.label },
    before: { minutes: before.minutes },
    after: { minutes },
    reason,
  })
}

async function standing(ctx: Context, id: string) {
  const form = await lockForm(ctx.db, id)
  if (!form) throw new Refusal('not_found')
  if (form.retired_at) throw new Refusal('state_changed')
  return form
}

async function assignFormServices(
  ctx: Context,
  id: string,
  { services }: FormDraft,
  known: ReadonlySet<string>,
): Promise<void> {
  const asked = [...new Set(services)]
  if (asked.some((service) => !known.has(service))) throw createFieldRefusal('unknown_service', 'services')
  if (!(await setFormServices(ctx.db, id, asked))) throw createFieldRefusal('service_has_form', 'services')
}

const said = ({ name, services, questions }: FormDraft, version: number) => ({
  name,
  version,
  services,
  questions: questions.length,
})

export function buildFormSettings(catalog: Catalog, storeSlug: string | undefined, categorySlug: string): FormSettings {
  if (storeSlug !== undefined && !catalog.stores.has(storeSlug)) throw new Refusal('unknown_store')
  const category = catalog.categories.get(categorySlug)
  const store = category && storeOf(catalog, category)
  if (!store || (storeSlug ?? store.slug) !== store.slug) throw new Refusal('unknown_category')
  return {
    store: { id: String(store.id), slug: store.slug },
    category: { slug: category.slug, label: category.label },
    serviceTypes: category.serviceTypes
      .map((type) => ({
        id: type.id,
        label: type.label,
        services: type.services
          .filter(({ retired }) => !retired)
          .map(({ id, label, minutes, setupMinutes, trial }) => ({ id, label, minutes, setupMinutes, trial })),
      }))
      .filter(({ services }) => services.length > 0),
  }
}

const storeOf = ({ stores }: Catalog, { storeId }: CatalogCategory) =>
  [...stores.values()].find(({ id }) => id === storeId)
