import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { CountryCode, Instant, patternSchema, Reason, RowIdParam, trimmedTextSchema } from '#contract/values.ts'
import { areaKm } from './area-km.ts'

const operators = ['not_signed_in', 'session_ended', 'not_yours'] as const
const changes = [...operators, 'not_allowed_acting'] as const

const Slug = patternSchema(60, /^[a-z0-9]+(-[a-z0-9]+)*$/)
const Label = trimmedTextSchema(2, 60)

const CatalogueArea = z.object({
  id: z.number().int(),
  countryCode: CountryCode,
  name: z.string(),
  also: z.array(z.string()),
  lat: z.number(),
  lng: z.number(),
  km: z.number().int(),
  region: z.string(),
  link: z.string().nullable(),
  madeAt: Instant,
  closedAt: Instant.nullable(),
})
export type CatalogueArea = z.infer<typeof CatalogueArea>

const cataloguePart = z.enum(['store', 'category', 'type'])
const Part = z.object({
  id: z.string(),
  slug: z.string(),
  label: z.string(),
  /** True if it was created in the console; then its name can be edited. */
  made: z.boolean(),
  services: z.number().int(),
})

export const operatorCatalogue = {
  parts: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/catalogue/parts',
    access: 'operator',
    duties: ['content', 'money'],
    summary: 'Lists stores with their categories and types, and the areas that operators created.',
    input: z.object({}),
    output: z.object({
      stores: z.array(
        Part.extend({ categories: z.array(Part.extend({ feePercent: z.number().int(), types: z.array(Part) })) }),
      ),
      areas: z.array(CatalogueArea),
    }),
    refuses: operators,
  }),
  addStore: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/catalogue/stores',
    access: 'operator',
    duties: ['content'],
    summary: 'Creates a store. It is hidden until it has a category with services.',
    input: z.object({ slug: Slug, label: Label, reason: Reason }),
    output: z.object({ id: z.string() }),
    refuses: [...changes, 'name_taken'],
    notActing: true,
  }),
  addCategory: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/catalogue/categories',
    access: 'operator',
    duties: ['content'],
    summary: 'Creates a category in a store at the default fee. It can be searched once it has services.',
    input: z.object({ storeId: RowIdParam, slug: Slug, label: Label, reason: Reason }),
    output: z.object({ id: z.string() }),
    refuses: [...changes, 'unknown_store', 'name_taken'],
    notActing: true,
  }),
  addType: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/catalogue/types',
    access: 'operator',
    duties: ['content'],
    summary: 'Creates a type, a heading for services, in a category.',
    input: z.object({ categoryId: RowIdParam, slug: Slug, label: Label, reason: Reason }),
    output: z.object({ id: z.string() }),
    refuses: [...changes, 'unknown_category', 'name_taken'],
    notActing: true,
  }),
  rename: defineEndpoint({
    method: 'PUT',
    path: '/v1/operator/catalogue/parts/{part}/{id}',
    access: 'operator',
    duties: ['content'],
    summary: 'Renames a store, category or type that an operator created. Its URL does not change.',
    input: z.object({ part: cataloguePart, id: z.string().max(60), label: Label, reason: Reason }),
    output: z.object({ label: z.string() }),
    refuses: [...changes, 'not_found'],
    notActing: true,
  }),
  addArea: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/catalogue/areas',
    access: 'operator',
    duties: ['content'],
    summary: 'Opens an area by a name that people search for. It can be found and searched, and has a page.',
    input: z.object({
      countryCode: CountryCode,
      // A name needs a letter or digit that survives normalisation.
      name: Label.regex(/[A-Za-z0-9]/),
      also: z.array(trimmedTextSchema(3, 60)).max(10).default([]),
      lat: z.number().min(-90).max(90),
      lng: z.number().min(-180).max(180),
      km: z.number().int().min(areaKm.least).max(areaKm.most),
      reason: Reason,
    }),
    output: z.object({ area: CatalogueArea }),
    refuses: [...changes, 'name_taken', 'place_too_remote', 'country_mismatch'],
    notActing: true,
  }),
  closeArea: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/catalogue/areas/{areaId}/close',
    access: 'operator',
    duties: ['content'],
    summary: 'Closes an area. It can no longer be found. Existing searches there do not change.',
    input: z.object({ areaId: RowIdParam, reason: Reason }),
    output: z.object({ area: CatalogueArea }),
    refuses: [...changes, 'not_found', 'state_changed'],
    notActing: true,
  }),
}
