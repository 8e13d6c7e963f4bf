import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Served } from '#server/platform/http/serve.ts'

/** A list of the console: the call that reads a page of it, and what a row looks like. */
export type ConsoleList = { endpoint: Endpoint; run: Served['run']; rows: string; row: z.ZodType }

/** The lists among these calls by their address; a list is what operators read page by page. */
export const consoleLists = (served: readonly Served[]): Map<string, ConsoleList> =>
  new Map(
    served.flatMap(({ endpoint, run }) => {
      const list = endpoint.method === 'GET' && endpoint.access === 'operator' ? rowsOf(endpoint) : undefined
      return list ? [[nameOf(endpoint), { endpoint, run, ...list }] as const] : []
    }),
  )

const nameOf = ({ path }: Endpoint): string => path.replace('/v1/operator/', '').replaceAll('/', '-')

function rowsOf({ path, output }: Endpoint): { rows: string; row: z.ZodType } | undefined {
  if (!(output instanceof z.ZodObject) || !('nextCursor' in output.shape) || path.includes('{')) return
  for (const [rows, field] of Object.entries(output.shape))
    if (field instanceof z.ZodArray) return { rows, row: field.element as z.ZodType }
  return
}
