import type { DayWord } from './day-updates.ts'

/** What a word is about: the same words with an undo between them are told apart by their times. */
export const getProgressSubject = ({
  kind,
  person,
  serviceId,
}: Pick<DayWord, 'kind' | 'person' | 'serviceId'>): string =>
  person === null ? kind : `${kind} ${getSittingKey({ person, serviceId: serviceId ?? '' })}`

/** The name of a sitting. */
export const getSittingKey = ({ person, serviceId }: { person: number; serviceId: string }): string =>
  `${person} ${serviceId}`

/** What is so by the words of a day; instants in milliseconds, sittings by their key. */
export type DayFacts = {
  leftAt: number | null
  arrivedAt: number | null
  late: { at: number; minutes: number } | null
  startedAt: ReadonlyMap<string, number>
  doneAt: ReadonlyMap<string, number>
  /** All of it was said to be done. */
  finishedAt: number | null
  /** The latest of the words that stand. */
  saidAt: number | null
}

/**
 * The words that stand, whatever order they came in and however often: of each subject the latest undo wins over all that was
 * said of it until then, and of what was said after it the first counts, of how late it is the last.
 */
export function getCurrentProgress<W extends DayWord>(words: readonly W[]): W[] {
  const once = [...new Map(words.map((word) => [word.id, word])).values()]
  return [...Map.groupBy(once, getProgressSubject).values()].flatMap((of) => {
    const undone = Math.max(...of.filter(({ undo }) => undo).map(timeOf), Number.NEGATIVE_INFINITY)
    const left = of.filter((word) => !word.undo && timeOf(word) > undone).sort(inTime)
    const one = left[0]?.kind === 'late' ? left.at(-1) : left[0]
    return one ? [one] : []
  })
}

/** What is so by these words. Whoever has begun with somebody is there, although nobody said so. */
export function deriveDayFacts(words: readonly DayWord[]): DayFacts {
  const standing = getCurrentProgress(words)
  const one = (kind: DayWord['kind']) => standing.find((word) => word.kind === kind && word.person === null)
  const at = (word: DayWord | undefined) => (word ? timeOf(word) : null)
  const of = (kind: DayWord['kind']) =>
    new Map(
      standing.flatMap((word) =>
        word.kind === kind && word.person !== null
          ? [[getSittingKey({ person: word.person, serviceId: word.serviceId ?? '' }), timeOf(word)] as const]
          : [],
      ),
    )
  const [startedAt, doneAt] = [of('started'), of('done')]
  const late = one('late')
  const there = [at(one('arrived')), ...startedAt.values(), ...doneAt.values()].filter((time) => time !== null)
  const times = standing.map(timeOf)
  return {
    leftAt: at(one('left')),
    arrivedAt: there.length > 0 ? Math.min(...there) : null,
    late: late?.minutes ? { at: timeOf(late), minutes: late.minutes } : null,
    startedAt,
    doneAt,
    finishedAt: at(one('done')),
    saidAt: times.length > 0 ? Math.max(...times) : null,
  }
}

const timeOf = ({ at }: DayWord): number => Date.parse(at)
const inTime = (a: DayWord, b: DayWord): number => timeOf(a) - timeOf(b) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** How long an artist’s way is shared at most, and how often their place is sent. */
export const sharedWayTimes = { hours: 3, everySeconds: 30 } as const
