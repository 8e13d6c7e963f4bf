import type { DayWord } from './day-updates.ts'

/** Returns the key that an update and its undo have in common. */
export const getProgressSubject = ({
  kind,
  person,
  serviceId,
}: Pick<DayWord, 'kind' | 'person' | 'serviceId'>): string =>
  person === null ? kind : `${kind} ${getSittingKey({ person, serviceId: serviceId ?? '' })}`

export const getSittingKey = ({ person, serviceId }: { person: number; serviceId: string }): string =>
  `${person} ${serviceId}`

/** The state of a day after its updates. Instants in milliseconds, sittings by key. */
export type DayFacts = {
  leftAt: number | null
  arrivedAt: number | null
  late: { at: number; minutes: number } | null
  startedAt: ReadonlyMap<string, number>
  doneAt: ReadonlyMap<string, number>
  finishedAt: number | null
  saidAt: number | null
}

/**
 * Returns the valid updates, independent of order and repetition. An undo discards all earlier updates of its subject.
 * The first remaining update of a subject counts; for `late`, the last one.
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

/** Returns the state that the updates describe. A started sitting implies the artist's arrival. */
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

/** Maximum hours of location sharing, and the interval of positions. */
export const sharedWayTimes = { hours: 3, everySeconds: 30 } as const
