import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Cursor, Instant, NextCursor, patternSchema } from '#contract/values.ts'

const operators = ['not_signed_in', 'session_ended', 'not_yours'] as const

/** A list of the console by its path: `people` of `/v1/operator/people`. */
const List = patternSchema(40, /^[a-z]+(-[a-z]+)*$/)
const ofList = z.object({ list: List })

const Query = z.string().max(500)

export const mostFilters = 20

export const SavedFilter = z.object({
  id: z.uuid(),
  name: z.string(),
  query: z.string(),
  shared: z.boolean(),
  own: z.boolean(),
  createdAt: Instant,
})
export type SavedFilter = z.infer<typeof SavedFilter>

export const operatorLists = {
  file: defineEndpoint({
    method: 'GET',
    writes: true,
    path: '/v1/operator/lists/{list}/file',
    access: 'operator',
    stepUp: true,
    summary:
      'Exports a list of the console as CSV with a header row, up to a thousand rows at a time; the ledger has a row for each entry of a movement. Requires access to that list.',
    input: ofList.extend({ query: Query.default(''), cursor: Cursor }),
    output: z.object({ lines: z.string(), nextCursor: NextCursor }),
    refuses: [...operators, 'not_found', 'duty_required'],
    limit: 60,
  }),
  filters: defineEndpoint({
    method: 'GET',
    path: '/v1/operator/lists/{list}/filters',
    access: 'operator',
    summary: "Lists the caller's saved filters of a list, and shared ones.",
    input: ofList,
    output: z.object({ filters: z.array(SavedFilter) }),
    refuses: [...operators, 'not_found'],
  }),
  saveFilter: defineEndpoint({
    method: 'PUT',
    path: '/v1/operator/lists/{list}/filters',
    access: 'operator',
    notActing: true,
    summary: 'Saves the filters of a list under a name. Replaces a filter with the same name.',
    input: ofList.extend({
      name: z.string().trim().min(1, 'Name is required').max(40),
      query: Query.min(1, 'Filter the list first.'),
      shared: z.boolean().default(false),
    }),
    output: z.object({ filters: z.array(SavedFilter) }),
    refuses: [...operators, 'not_found', 'too_many_filters', 'not_allowed_acting'],
    limit: 60,
  }),
  deleteFilter: defineEndpoint({
    method: 'DELETE',
    path: '/v1/operator/lists/{list}/filters/{filterId}',
    access: 'operator',
    notActing: true,
    summary: 'Deletes a saved filter of the caller. An owner can also delete shared filters.',
    input: ofList.extend({ filterId: z.uuid() }),
    output: z.object({ filters: z.array(SavedFilter) }),
    refuses: [...operators, 'not_found', 'not_allowed_acting'],
    limit: 60,
  }),
}
