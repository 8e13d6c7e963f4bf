import { readFileSync, writeFileSync } from 'node:fs'
import type { Figures } from './quick.ts'

/** What a figure may grow by before somebody has to say that it shall: what is above it is no noise. */
export const MOST_GROWTH = 0.15

export type Change = { name: string; seen: number; kept: number | null; growth: number | null }
type Kept = { at: string; figures: Figures }

const file = new URL('./kept.json', import.meta.url)

export const keptFigures = (): Figures => (JSON.parse(readFileSync(file, 'utf8')) as Kept).figures

/** Keeps these figures as what later ones are held against. */
export const keepFigures = (figures: Figures, at: string): void =>
  writeFileSync(file, `${JSON.stringify({ at, figures } satisfies Kept, null, 2)}\n`)

/** Each figure beside what was kept of it; growth is a share, null where nothing was kept. */
export const changes = (seen: Figures, kept: Figures): Change[] =>
  Object.entries(seen).map(([name, figure]) => {
    const before = kept[name] ?? null
    return { name, seen: figure, kept: before, growth: before ? figure / before - 1 : null }
  })

/** Names of what has grown too much, and of what was kept and is not measured any more. */
export function grown(seen: Figures, kept: Figures): string[] {
  const all = changes(seen, kept)
  return [
    ...all.filter(({ growth }) => growth !== null && growth > MOST_GROWTH).map(({ name }) => name),
    ...Object.keys(kept).filter((name) => seen[name] === undefined),
  ]
}

/** What two measurements of one thing say together: the lesser of each, since what else runs on a machine makes a figure greater and hardly ever less. */
export const leastOf = (one: Figures, other: Figures): Figures => ofBoth(Math.min, one, other)

/** What is kept of two measurements of one thing: the greater of each. */
export const greaterOf = (one: Figures, other: Figures): Figures => ofBoth(Math.max, one, other)

const ofBoth = (choose: (a: number, b: number) => number, one: Figures, other: Figures): Figures =>
  Object.fromEntries(Object.entries(one).map(([name, figure]) => [name, choose(figure, other[name] ?? figure)]))
