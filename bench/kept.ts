import { readFileSync, writeFileSync } from 'node:fs'
import type { Figures } from './quick.ts'

/** Growth above this share is no measurement noise. */
export const MOST_GROWTH = 0.15

export type Change = { name: string; seen: number; kept: number | null; growth: number | null }
type Kept = { at: string; figures: Figures }

const file = new URL('./kept.json', import.meta.url)

export const keptFigures = (): Figures => (JSON.parse(readFileSync(file, 'utf8')) as Kept).figures

export const keepFigures = (figures: Figures, at: string): void =>
  writeFileSync(file, `${JSON.stringify({ at, figures } satisfies Kept, null, 2)}\n`)

/** Each figure with its saved value. Growth is a share, null if nothing was saved. */
export const changes = (seen: Figures, kept: Figures): Change[] =>
  Object.entries(seen).map(([name, figure]) => {
    const before = kept[name] ?? null
    return { name, seen: figure, kept: before, growth: before ? figure / before - 1 : null }
  })

/** Returns the names of figures that grew too much or are no longer measured. */
export function grown(seen: Figures, kept: Figures): string[] {
  const all = changes(seen, kept)
  return [
    ...all.filter(({ growth }) => growth !== null && growth > MOST_GROWTH).map(({ name }) => name),
    ...Object.keys(kept).filter((name) => seen[name] === undefined),
  ]
}

/** The lower of two measurements: other load on the machine only increases a figure. */
export const leastOf = (one: Figures, other: Figures): Figures => ofBoth(Math.min, one, other)

export const greaterOf = (one: Figures, other: Figures): Figures => ofBoth(Math.max, one, other)

const ofBoth = (choose: (a: number, b: number) => number, one: Figures, other: Figures): Figures =>
  Object.fromEntries(Object.entries(one).map(([name, figure]) => [name, choose(figure, other[name] ?? figure)]))
