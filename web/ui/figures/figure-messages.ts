import type { Catalogue } from '#contract/words.ts'

/** Texts that stand beside every figure. */
export const figureMessages = {
  'figure.csv': 'CSV',
  'figure.csv.of': 'CSV: {name}',
  'figure.table': 'The figures as a table',
  'figure.means': 'What it means',
} as const satisfies Catalogue
