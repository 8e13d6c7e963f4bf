import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'

/** What a column of a file that an artist brings may be. */
export const importTargets = [
  'name',
  'firstName',
  'lastName',
  'email',
  'phone',
  'allergies',
  'date',
  'time',
  'endTime',
  'minutes',
  'services',
  'place',
  'price',
  'status',
  'reference',
  'note',
  'leave',
] as const
const ImportTarget = z.enum(importTargets)
export type ImportTarget = z.infer<typeof ImportTarget>

/** Why a row is not taken. */
const leftReasons = ['broken', 'name', 'date', 'time', 'minutes', 'price', 'taken', 'far'] as const
const LeftRow = z.object({
  /** The line of the file that it begins on. */
  line: z.number().int(),
  cells: z.array(z.string()),
  why: z.enum(leftReasons),
})
export type LeftRow = z.infer<typeof LeftRow>

const Counts = z.object({
  clients: z.number().int(),
  appointments: z.number().int(),
  /** Rows that say nothing that is not there already. */
  known: z.number().int(),
})
const file = {
  content: z.string().min(1, 'Choose a file').max(1_500_000, 'That file is too long.'),
  /** What each column is, in their order; without it, as its head lets guess. */
  mapping: z.array(ImportTarget).max(80).optional(),
  /** Whether 3/4 is the third of April; without it, as the file's own days or the country let guess. */
  dayFirst: z.boolean().optional(),
}

export const ImportPreview = z.object({
  columns: z.array(z.object({ head: z.string(), target: ImportTarget, examples: z.array(z.string()) })),
  dayFirst: z.boolean(),
  rows: z.number().int(),
  counts: Counts,
  left: z.array(LeftRow),
})
export type ImportPreview = z.infer<typeof ImportPreview>

export const ownImport = {
  preview: endpoint({
    method: 'POST',
    path: '/v1/providers/me/own-book/preview',
    access: 'provider',
    notActing: true,
    summary:
      'What a CSV file of clients or appointments would bring: its columns, and every row that is not understood. Nothing is kept.',
    input: z.object(file),
    output: ImportPreview,
    refuses: ['not_found', 'not_allowed_acting', 'import_unreadable', 'import_too_long'],
    bodyBytes: 2_000_000,
    limit: 60,
  }),
  run: endpoint({
    method: 'POST',
    path: '/v1/providers/me/own-book',
    access: 'provider',
    notActing: true,
    key: true,
    summary:
      'Keeps what a file brings. The same file again makes nothing twice; rows that are not taken come back as a file.',
    input: z.object({ ...file, mapping: z.array(ImportTarget).max(80) }),
    output: z.object({ counts: Counts, left: z.array(LeftRow), leftFile: z.string() }),
    refuses: ['not_found', 'not_allowed_acting', 'import_unreadable', 'import_too_long'],
    bodyBytes: 2_000_000,
    limit: 20,
  }),
}
