import type { z } from 'zod'
import { contract } from '#contract/contract.ts'
import { listPathFields, getRolesFor } from '#contract/endpoint.ts'

export const roles = ['nobody', 'customer', 'provider', 'operator'] as const
export type Role = (typeof roles)[number]

const mayAsk: Record<Role, readonly string[]> = {
  nobody: [],
  customer: ['customer'],
  provider: ['customer', 'provider'],
  operator: ['customer', 'operator'],
}
// A sample for each kind of field; the scanner replaces it.
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

/** A valid query value of a field. */
const sampleOf = (field: z.ZodType): string => samples.find((one) => field.safeParse(one).success) ?? 'a'

/** The GET calls that a role may make, with all fields. */
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
