import type { z } from 'zod'
import { contract } from '#contract/contract.ts'
import { listPathFields, getRolesFor } from '#contract/endpoint.ts'

/** Who a scanner speaks as. */
export const roles = ['nobody', 'customer', 'provider', 'operator'] as const
export type Role = (typeof roles)[number]

const mayAsk: Record<Role, readonly string[]> = {
  nobody: [],
  customer: ['customer'],
  provider: ['customer', 'provider'],
  operator: ['customer', 'operator'],
}
// Something of each kind that a field may take; a scanner puts its own in its place.
const samples = [
  'a',
  '1',
  'GB',
  '-0.1276,51.5072',
  '2027-06-12',
  '13:30',
  '2027-06',
  'true',
  'mobile',
  'open',
  '/',
  'makeup',
]

/** A field's query that the contract takes, or what a scanner breaks in any case. */
const sampleOf = (field: z.ZodType): string => samples.find((one) => field.safeParse(one).success) ?? 'a'

/** The reads of the API that this role may ask for, each with every field that its contract names. */
export function readsOf(role: Role, ids: Readonly<Record<string, string>>): string[] {
  return Object.values(contract)
    .flatMap((calls) => Object.values(calls))
    .filter(({ method, access }) => {
      const needs = getRolesFor(access)
      const own = role === 'nobody' ? needs.length === 0 : needs.some((one) => mayAsk[role].includes(one))
      return method === 'GET' && own
    })
    .flatMap(({ path, input }) => {
      const inPath = listPathFields(path)
      const filled = path.replace(/\{(\w+)\}/g, (_all: string, name: string) => ids[name] ?? '1')
      const query = new URLSearchParams(
        Object.entries(input.shape)
          .filter(([name]) => !inPath.includes(name))
          .map(([name, field]) => [name, sampleOf(field as z.ZodType)]),
      )
      return query.size ? [`${filled}?${query}`] : []
    })
}
