import { createTranslator } from '#contract/words.ts'
import type { MissingField } from '#web/payments/paying.tsx'
import { Note } from '#web/ui/note.tsx'
import { bookMessages } from '#web/bookings/messages.ts'

const t = createTranslator(bookMessages)

/** What is still missing before it can be paid, each a link to its field. */
export function MissingList({
  gaps,
  onSelect,
}: {
  gaps: readonly MissingField[]
  onSelect: (gap: MissingField) => void
}) {
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
                onSelect(gap)
              }}>
              {gap.message}
            </a>
          </li>
        ))}
      </ul>
    </Note>
  )
}
