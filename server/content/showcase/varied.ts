type Told = { score: number; comments: string }

/** How far down somebody who was not wholly pleased is looked for. */
const lookAhead = 48
const fiveInARow = 2
/** Shorter sentences say nothing of their own: 'Thank you!' */
const tellingLength = 24

/** What a review says, sentence by sentence. */
export const sentencesOf = (comments: string): string[] =>
  comments.split(/(?<=[.!?])\s+/).filter((sentence) => sentence.length > tellingLength)

/**
 * Reviews, newest first, as pages of so many: on none a sentence stands twice, and after two five stars comes the next review
 * with fewer, where one is near. What repeats a sentence is left for another page.
 */
export function varied<T extends Told>(reviews: readonly T[], pageSize: number): T[] {
  const left = [...reviews]
  const shown: T[] = []
  let told = new Set<string>()
  while (left.length > 0) {
    if (shown.length % pageSize === 0) told = new Set()
    const isNew = ({ comments }: T) => sentencesOf(comments).every((sentence) => !told.has(sentence))
    const onlyFive = shown.length >= fiveInARow && shown.slice(-fiveInARow).every(({ score }) => score === 5)
    const fresh = left.filter(isNew)
    const other = onlyFive ? fresh.slice(0, lookAhead).find(({ score }) => score < 5) : undefined
    const next = other ?? fresh[0]
    if (!next) break
    for (const sentence of sentencesOf(next.comments)) told.add(sentence)
    left.splice(left.indexOf(next), 1)
    shown.push(next)
  }
  return shown
}
