import { z } from 'zod'
import { fixedRetentionDays } from '#contract/constants.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/values.ts'

/** The largest import file in bytes, its maximum of rows, and the days in which an import can be undone. */
export const importLimits = { bytes: 4_000_000, rows: 5_000, undoDays: fixedRetentionDays.imports } as const
const BASE64_LENGTH = Math.ceil(importLimits.bytes / 3) * 4

export const importTargets = [
  'name',
  'firstName',
  'lastName',
  'email',
  'phone',
  'address',
  'allergies',
  'clientReference',
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
/** Targets that several columns can share. If a person has more addresses or numbers, they go into the note. */
export const sharedTargets: readonly ImportTarget[] = [
  'firstName',
  'email',
  'phone',
  'address',
  'allergies',
  'note',
  'leave',
]

/** Tools whose exports are recognised. `other` is any other file. */
export const importTools = [
  'fresha',
  'square',
  'booksy',
  'vagaro',
  'timely',
  'glossgenius',
  'acuity',
  'google',
  'other',
] as const
export type ImportTool = (typeof importTools)[number]
export const fileEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'iso-8859-2',
  'macintosh',
] as const
export type FileEncoding = (typeof fileEncodings)[number]
export const fileDelimiters = ['comma', 'semicolon', 'tab', 'pipe'] as const
export type FileDelimiter = (typeof fileDelimiters)[number]
/** Number format: 1,250.00 (`point`) or 1.250,00 (`comma`). */
export const numberFormats = ['point', 'comma'] as const
export type NumberFormat = (typeof numberFormats)[number]

/** Reasons why a row, or its appointment, is skipped. */
const leftReasons = [
  'broken',
  'name',
  'date',
  'time',
  'minutes',
  'price',
  'negative',
  'long',
  'taken',
  'far',
  'full',
] as const
export type LeftReason = (typeof leftReasons)[number]

/** The artist's decisions about a row: which client matches, and whose values are used where they differ. */
const Answer = z.object({
  row: z.number().int().min(1).max(1_000_000),
  /** `new`, the id of a client, or `row-12` for the person of that row. */
  client: z.string().min(1).max(40).optional(),
  use: z.enum(['mine', 'file']).optional(),
})
export type ImportAnswer = z.infer<typeof Answer>

const options = {
  fileName: z.string().trim().max(200).default(''),
  tool: z.enum(importTools).optional(),
  encoding: z.enum(fileEncodings).optional(),
  delimiter: z.enum(fileDelimiters).optional(),
  mapping: z.array(ImportTarget).max(120).optional(),
  /** True if 3/4 means 3 April. */
  dayFirst: z.boolean().optional(),
  numberFormat: z.enum(numberFormats).optional(),
  answers: z.array(Answer).max(importLimits.rows).default([]),
}
const content = z
  .string()
  .min(1, 'Choose a file')
  .max(BASE64_LENGTH, { abort: true, error: 'That file is too long.' })
  .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Send the file in base64.')
  .meta({ examples: ['TmFtZSxQaG9uZQpMZWlsYSBIYXJ0LDA3NzAwIDkwMDE0Mgo='] })
const ImportOptions = z.object(options)
export type ImportOptions = z.infer<typeof ImportOptions>

const Counts = z.object({
  clientsNew: z.number().int(),
  clientsChanged: z.number().int(),
  appointmentsNew: z.number().int(),
  appointmentsChanged: z.number().int(),
  appointmentsCancelled: z.number().int(),
  same: z.number().int(),
  left: z.number().int(),
})
export type ImportCounts = z.infer<typeof Counts>

const Row = z.object({
  row: z.number().int(),
  name: z.string(),
  client: z.enum(['new', 'changed', 'same']).nullable(),
  appointment: z.enum(['new', 'changed', 'cancelled', 'same', 'joined']).nullable(),
  why: z.enum(leftReasons).nullable(),
  cells: z.array(z.string()),
  candidates: z.array(z.object({ id: z.string(), name: z.string(), email: z.string(), phone: z.string() })),
  choice: z.string(),
  differences: z.array(z.object({ field: z.string(), mine: z.string(), file: z.string() })),
  use: z.enum(['mine', 'file']),
  /** True if the outcome differs from the preview because of a concurrent change. */
  unexpected: z.boolean(),
  /** Set after an undo: `undone`, or `kept` for a row that the artist has edited since; null before. */
  undone: z.enum(['undone', 'kept']).nullable(),
})
export type ImportRow = z.infer<typeof Row>

export const ImportPreview = z.object({
  tool: z.enum(importTools),
  encoding: z.enum(fileEncodings),
  delimiter: z.enum(fileDelimiters),
  dayFirst: z.boolean(),
  numberFormat: z.enum(numberFormats),
  columns: z.array(z.object({ head: z.string(), target: ImportTarget, examples: z.array(z.string()) })),
  rows: z.number().int(),
  counts: Counts,
  /** Rows that are skipped, need a decision or differ from the saved client. */
  notable: z.array(Row),
  more: z.number().int(),
  report: z.string(),
})
export type ImportPreview = z.infer<typeof ImportPreview>

export const ClientImport = z.object({
  id: z.uuid(),
  fileName: z.string(),
  tool: z.enum(importTools),
  state: z.enum(['queued', 'running', 'done', 'failed', 'undoing', 'undone']),
  totalRows: z.number().int(),
  doneRows: z.number().int(),
  counts: Counts,
  createdAt: Instant,
  finishedAt: Instant.nullable(),
  undoUntil: Instant.nullable(),
})
export type ClientImport = z.infer<typeof ClientImport>

const ofImport = z.object({ importId: z.uuid() })
const common = { access: 'provider', notActing: true } as const

export const clientImport = {
  preview: defineEndpoint({
    ...common,
    method: 'POST',
    path: '/v1/providers/me/own-book/preview',
    summary:
      'Previews the import of a CSV file of clients or appointments, row by row. Nothing is saved. The import does exactly this unless something changes in between.',
    input: z.object({ ...options, content, report: z.boolean().default(false) }),
    output: ImportPreview,
    refuses: ['not_found', 'not_allowed_acting', 'import_unreadable', 'import_too_long'],
    bodyBytes: BASE64_LENGTH + 1_000_000,
    limit: 60,
  }),
  run: defineEndpoint({
    ...common,
    method: 'POST',
    path: '/v1/providers/me/own-book',
    key: true,
    summary:
      'Starts importing a file in the background. One import runs at a time. Importing the same file again creates no duplicates.',
    input: z.object({ ...options, content }),
    output: z.object({ import: ClientImport }),
    refuses: [
      'not_found',
      'not_allowed_acting',
      'client_terms_missing',
      'import_unreadable',
      'import_too_long',
      'import_running',
    ],
    bodyBytes: BASE64_LENGTH + 1_000_000,
    limit: 20,
  }),
  list: defineEndpoint({
    ...common,
    method: 'GET',
    path: '/v1/providers/me/own-imports',
    summary: 'Lists the imports of the last 30 days, newest first.',
    input: z.object({}),
    output: z.object({ imports: z.array(ClientImport) }),
    refuses: ['not_found', 'not_allowed_acting'],
  }),
  show: defineEndpoint({
    ...common,
    method: 'GET',
    path: '/v1/providers/me/own-imports/{importId}',
    summary: 'Returns an import with its progress, and the rows that were skipped, differed or were kept by an undo.',
    input: ofImport,
    output: z.object({ import: ClientImport, notable: z.array(Row), more: z.number().int() }),
    refuses: ['not_found', 'not_allowed_acting'],
    limit: 240,
  }),
  report: defineEndpoint({
    ...common,
    method: 'GET',
    path: '/v1/providers/me/own-imports/{importId}/report',
    summary: 'Returns the result of an import as CSV, row by row with reasons.',
    input: ofImport,
    output: z.object({ report: z.string() }),
    refuses: ['not_found', 'not_allowed_acting'],
    limit: 20,
  }),
  undo: defineEndpoint({
    ...common,
    method: 'POST',
    path: '/v1/providers/me/own-imports/{importId}/undo',
    key: true,
    summary:
      'Undoes an import within 30 days, in the background: deletes what it created and restores what it changed. Later manual changes are kept and listed.',
    input: ofImport,
    output: z.object({ import: ClientImport }),
    refuses: ['not_found', 'not_allowed_acting', 'import_running', 'state_changed', 'too_late'],
  }),
}
