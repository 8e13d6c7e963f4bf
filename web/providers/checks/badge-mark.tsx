import { BadgeCheck } from 'lucide-react'
import { loadPart } from '#web/platform/optional.tsx'
import { pageMessages } from '#web/platform/page-messages.ts'

type Meaning = () => Promise<typeof import('./badge-meaning.tsx')>

/** The badge of an artist: pressed, it says what has been checked, by whom and when. What it means comes with the first press; the page says whence, so that no part that many pages share has to know. */
export const BadgeMark = ({ slug, name, meaning }: { slug: string; name: string; meaning: Meaning }) => (
  <button
    type="button"
    className="tap-target"
    aria-label={`${pageMessages['word.verified']}: ${name}`}
    onClick={() =>
      void loadPart(meaning).then(
        ({ openBadgeMeaning }) => openBadgeMeaning(slug),
        () => {},
      )
    }>
    <BadgeCheck className="icon verified" aria-hidden="true" />
  </button>
)
