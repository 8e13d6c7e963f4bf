import { reader } from '#contract/words.ts'
import type { Gap } from '#web/payments/paying.tsx'
import { Note } from '#web/ui/note.tsx'
import { bookWords } from '#web/bookings/words.ts'

const t = reader(bookWords)

/** What is still missing before it can be paid, each a link to its field. */
export function MissingList({ gaps, onGo }: { gaps: readonly Gap[]; onGo: (gap: Gap) => void }) {
  if (gaps.length === 0) return null
  return (
    <Note kind="error">
      <b className="bold">{t('book.missing', { n: gaps.length })}</b>
      <ul className="stack gap-4">
        {gaps.map((gap) => (
          <li key={gap.field}>
            <a
              className="link"
              href={`#${gap.field}`}
              onClick={(event) => {
                event.preventDefault()
                onGo(gap)
              }}>
              {gap.message}
            </a>
          </li>
        ))}
      </ul>
    </Note>
  )
}
